// Reads a Ghost export of any version. It has no image files, only their URLs on the old site.
import { readFile, stat } from "node:fs/promises";
import { z } from "zod";
import { textOf } from "../../platform/text/plain-text.ts";
import {
  addFinding,
  countIn,
  dayInWords,
  noteConverted,
  notImported,
  type ReadSource,
  readDate,
  type SourceItem,
  type SourceSummary,
  UnreadableSource,
} from "../imported/item.ts";
import { convertHtml, lostImage } from "./convert.server.ts";
import { sourceKey } from "./source-key.server.ts";

/** JSON is parsed as a whole, so larger files would take too much memory. */
const MAX_BYTES = 64 * 1024 * 1024;

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");
const id = z.coerce.string();
const flag = z
  .unknown()
  .optional()
  .transform((value) => value === true || value === 1);
const rows = <Shape extends z.ZodRawShape>(shape: Shape) => z.array(z.object(shape)).default([]);

const ghostData = z.object({
  posts: rows({
    ...{ codeinjection_head: text, codeinjection_foot: text },
    ...{
      id,
      title: text,
      slug: text,
      html: text,
      custom_excerpt: text,
      feature_image: text,
      canonical_url: text,
    },
    ...{ status: text, type: text, visibility: text, published_at: text, created_at: text },
    featured: flag,
    // Before version 3.
    ...{ page: flag, image: text, author_id: text, meta_title: text, meta_description: text },
  }),
  posts_meta: rows({
    ...{ post_id: id, meta_title: text, meta_description: text, feature_image_alt: text },
    ...{ feature_image_caption: text, og_image: text, og_title: text, og_description: text },
    ...{ twitter_image: text, twitter_title: text, twitter_description: text },
  }),
  users: rows({ id, name: text }),
  tags: rows({ id, name: text, slug: text }),
  posts_tags: rows({ post_id: id, tag_id: id, sort_order: z.number().nullish() }),
  posts_authors: rows({ post_id: id, author_id: id, sort_order: z.number().nullish() }),
  settings: rows({ key: text, value: z.unknown() }),
});
const ghostFile = z.object({ db: z.array(z.object({ data: ghostData })).min(1) });
type GhostData = z.output<typeof ghostData>;
type Post = GhostData["posts"][number];

const HOST = /__GHOST_URL__/g;

/** Reads posts and pages. URLs are paths if `summary.siteUrl` isn't set. */
export const readGhost: ReadSource = async function* ({ path }, summary) {
  const data = await parseGhost(path);
  const needsSite = data.posts.some((post) =>
    /__GHOST_URL__\/content\//.test(post.html + post.feature_image),
  );
  if (needsSite && !summary.siteUrl)
    throw new UnreadableSource(
      "A Ghost export contains no images, only their URLs on the old site. Enter the old site's URL and upload the file again.",
    );
  const setting = (key: string) => String(data.settings.find((one) => one.key === key)?.value ?? "");
  summary.siteTitle ||= setting("title");
  const { siteUrl } = summary;
  const names = new Map([...data.users, ...data.tags].map((one) => [one.id, textOf(one.name)]));
  // Names of internal tags start with #. Ghost never shows them.
  const tags = data.tags.filter(({ name }) => !name.startsWith("#"));
  const shown = new Set(tags.map(({ id }) => id));
  const metas = new Map(data.posts_meta.map((meta) => [meta.post_id, meta]));
  const inOrder = <Of extends { sort_order?: number | null | undefined }>(list: Of[] = []) =>
    list.toSorted((a, b) => (a.sort_order ?? 0) - (b.sort_order ?? 0));
  const tagsOf = Map.groupBy(
    data.posts_tags.filter(({ tag_id }) => shown.has(tag_id)),
    ({ post_id }) => post_id,
  );
  const authorsOf = Map.groupBy(data.posts_authors, ({ post_id }) => post_id);
  for (const post of data.posts) {
    const type = post.type || (post.page ? "page" : "post");
    countIn(summary.found, type);
    const refused = whyNot(post);
    if (refused) {
      addFinding(summary.left, { title: post.title || post.slug, why: refused });
      continue;
    }
    const named = (id: string) => names.get(id) ?? "";
    const [category = "", ...otherTags] = inOrder(tagsOf.get(post.id)).map(({ tag_id }) => named(tag_id));
    const [author = named(post.author_id), ...otherAuthors] = inOrder(authorsOf.get(post.id)).map(
      ({ author_id }) => named(author_id),
    );
    const meta = metas.get(post.id);
    yield asItem(post, { type, siteUrl, summary, meta, category, author, otherTags, otherAuthors });
  }
  summary.archives.push(
    ...tags.filter(({ slug }) => slug).map(({ slug }) => ({ from: `/tag/${slug}/*`, to: "/blog" })),
    { from: "/author/*", to: "/blog" },
    { from: "/page/*", to: "/blog" },
    { from: "/rss/*", to: "/rss.xml" },
  );
};

async function parseGhost(path: string): Promise<GhostData> {
  if ((await stat(path)).size > MAX_BYTES)
    throw new UnreadableSource("This Ghost export is larger than 64 MB. Export fewer posts at a time.");
  let json: unknown;
  try {
    json = JSON.parse((await readFile(path, "utf8")).replace(/^\uFEFF/, ""));
  } catch (error) {
    const message = (error as Error).message;
    throw new UnreadableSource(
      `This file isn't valid JSON: ${message.slice(0, 120)}. Export it again in Ghost.`,
    );
  }
  const isBare = typeof json === "object" && json !== null && "data" in json;
  const parsed = ghostFile.safeParse(isBare ? { db: [json] } : json);
  if (parsed.success) return parsed.data.db[0]!.data;
  throw new UnreadableSource(
    "This JSON file isn't a Ghost export. In Ghost, go to Settings → Import/Export and choose “Export content”.",
  );
}

function whyNot({ status, visibility, html }: Post): string | null {
  if (status === "sent") return "It was only sent by email.";
  if (visibility && visibility !== "public") return "It's for members only.";
  if (!html.trim())
    return "The export doesn't include its HTML. Open and save it in Ghost, then export again.";
  return null;
}

type Around = {
  type: string;
  siteUrl: string;
  summary: SourceSummary;
  meta: GhostData["posts_meta"][number] | undefined;
  otherTags: string[];
  otherAuthors: string[];
} & Pick<SourceItem, "category" | "author">;

/** These fields have no place here. */
const UNUSED = /^(codeinjection|og|twitter)_|_caption$/;

function asItem(post: Post, around: Around): SourceItem {
  const { type, siteUrl, summary, meta, category, author, otherTags, otherAuthors } = around;
  const here = (value: string) => value.replace(HOST, siteUrl);
  const content = convertHtml(here(post.html), { siteUrl });
  const isPublished = post.status === "published";
  const url = `${siteUrl}/${post.slug}/`;
  const canonical = here(post.canonical_url);
  const written = here(post.feature_image || post.image);
  const image = written && (URL.parse(written, siteUrl || undefined)?.href ?? written);
  if (image && !/^https?:/.test(image)) content.removed.push(lostImage(image));
  const date = readDate(post.published_at || post.created_at);
  if (post.status === "scheduled" && date)
    content.notes.push(`It was scheduled for ${dayInWords(date)}, and becomes a draft.`);
  if (post.featured) content.notes.push("It was featured, and isn't pinned to the top here.");
  const unused = Object.entries({ ...post, ...meta }).filter(([name, value]) => UNUSED.test(name) && value);
  content.notes.push(
    ...notImported("other tags", otherTags),
    ...notImported("other authors", otherAuthors),
    ...notImported(
      "other fields",
      unused.map(([name]) => name),
    ),
  );
  noteConverted(summary, post, content);
  const own = { title: textOf(post.title), slug: post.slug, date, html: content.html };
  return {
    key: sourceKey("ghost", siteUrl, post.id, own),
    ...own,
    ...{ type, isPublished, category, author },
    excerpt: textOf(post.custom_excerpt),
    featuredImage: /^https?:/.test(image) ? { url: image, alt: meta?.feature_image_alt ?? "" } : null,
    seo: {
      title: meta?.meta_title || post.meta_title,
      description: meta?.meta_description || post.meta_description,
      canonical: canonical === url ? "" : canonical,
      isIndexable: true,
      isFollowable: true,
    },
    oldUrls: isPublished ? [url] : [],
    images: content.images,
  };
}
