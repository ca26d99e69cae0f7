// Reads what WordPress posts refer to: images, reusable blocks, and each other.

import type { SourceImage } from "../imported/item.ts";
import { withoutScheme } from "./image-source.ts";
import { readWxr, type WxrChannel, type WxrItem } from "./read-wxr.server.ts";

/** What posts refer to. */
export type Library = {
  channel: WxrChannel;
  images: Map<string, SourceImage>;
  /** URLs of uploaded files, without the scheme */
  originals: Set<string>;
  /** images by the id of the post that they were uploaded to */
  attached: Map<string, SourceImage[]>;
  /** content of reusable blocks by id */
  blocks: Map<string, string>;
  /** URLs of all items */
  links: Set<string>;
  years: Set<string>;
  /** URLs of images that items use, without the scheme */
  used: Set<string>;
};

/**
 * Reads what posts refer to, which may come later in the file, or in another one if the export is split.
 * @param typed the old site's URL, for exports that lack it
 * @returns the libraries by the files' paths; files of the same site share one
 */
export async function readLibraries(paths: readonly string[], typed: string): Promise<Map<string, Library>> {
  const byPath = new Map<string, Library>();
  for (const path of paths) {
    const own = emptyLibrary();
    for await (const { fields, meta } of readWxr(path, own.channel)) addTo(own, fields, meta);
    own.channel.siteUrl ||= typed || originOf(own.links);
    byPath.set(path, own);
  }
  const sites = new Set([...byPath.values()].map(siteOf).filter(Boolean));
  // Of a split export, one file may not say which site it's from.
  const only = sites.size === 1 ? [...sites][0]! : "";
  const bySite = new Map<string, Library>();
  for (const [path, own] of byPath) {
    const site = siteOf(own) || only || path;
    const shared = bySite.get(site);
    if (shared) merge(shared, own);
    else bySite.set(site, own);
    byPath.set(path, shared ?? own);
  }
  return byPath;
}

/** Returns the same text for all spellings of a site's URL. */
const siteOf = ({ channel }: Library) =>
  withoutScheme(channel.siteUrl)
    .toLowerCase()
    .replace(/^\/\/(www\.)?/, "");

const originOf = (links: ReadonlySet<string>) => {
  const first = [...links].find((link) => /^https?:\/\/[^/]/i.test(link));
  return URL.parse(first ?? "")?.origin ?? "";
};

function merge(shared: Library, own: Library) {
  const { channel } = own;
  shared.channel.siteUrl ||= channel.siteUrl;
  shared.channel.title ||= channel.title;
  shared.channel.tagline ||= channel.tagline;
  for (const [login, name] of channel.authors) shared.channel.authors.set(login, name);
  const slugs = new Set(shared.channel.categories.map(({ slug }) => slug));
  shared.channel.categories.push(...channel.categories.filter(({ slug }) => !slugs.has(slug)));
  for (const [id, image] of own.images) shared.images.set(id, image);
  for (const [id, list] of own.attached)
    shared.attached.set(id, [...(shared.attached.get(id) ?? []), ...list]);
  for (const [id, block] of own.blocks) shared.blocks.set(id, block);
  for (const url of own.originals) shared.originals.add(url);
  for (const link of own.links) shared.links.add(link);
}

const emptyLibrary = (): Library => ({
  channel: { title: "", tagline: "", siteUrl: "", authors: new Map(), categories: [] },
  ...{
    images: new Map(),
    originals: new Set(),
    attached: new Map(),
    blocks: new Map(),
    links: new Set(),
    years: new Set(),
    used: new Set(),
  },
});

function addTo(library: Library, fields: WxrItem["fields"], meta: WxrItem["meta"]) {
  const field = (name: string) => fields.get(name) ?? "";
  const [id, url, parent] = [field("wp:post_id"), field("wp:attachment_url"), field("wp:post_parent")];
  library.links.add(field("link"));
  if (field("wp:post_type") === "wp_block") library.blocks.set(id, field("content:encoded"));
  if (!url || !id) return;
  const image = { url, alt: meta.get("_wp_attachment_image_alt") ?? "" };
  library.images.set(id, image);
  library.originals.add(withoutScheme(url));
  if (parent === "0" || !/\.(jpe?g|png|gif|webp|avif)$/i.test(url)) return;
  const list = library.attached.get(parent);
  if (list) list.push(image);
  else library.attached.set(parent, [image]);
}
