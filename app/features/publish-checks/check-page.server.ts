// Renders a page as a crawler gets it, and checks it.
import { brotliCompressSync, constants } from "node:zlib";
import type { FetchAsVisitor } from "../../platform/context.server.ts";
import { log } from "../../platform/log.server.ts";
import { picturePath } from "../../platform/picture.ts";
import type { FoundPictures } from "../media/pictures.server.ts";
import { type Check, judgePage, type Known, type LinkState, unchecked } from "./checks.ts";
import { readPageFacts } from "./page-facts.server.ts";

/** A page with more links is checked as far as this. */
const LINKS_MAX = 150;
/** So many pages are rendered at once; visitors come first. */
const AT_ONCE = 3;
const BROTLI_QUALITY = 4;

/**
 * Checks a page of the site as it is published now.
 * @param ask renders a page for a visitor
 * @param path from the root
 * @param known what its form says of it
 * @param findOwn finds the owner's pictures that some texts name
 * @returns every check; those that could not be made say so
 */
export async function checkPage(
  ask: FetchAsVisitor,
  siteUrl: string,
  path: string,
  known: Known = {},
  findOwn: (texts: string[]) => Promise<FoundPictures> = async () => new Map(),
): Promise<Check[]> {
  const response = await ask(path).catch(warn);
  if (!response) return unchecked("The page could not be made.");
  if (response.status === 404 || response.status === 410)
    return unchecked("Visitors find nothing at this address: a draft is checked once it is published.");
  if (response.status !== 200) return unchecked(`The page answers ${response.status}.`);
  const html = Buffer.from(await response.arrayBuffer());
  const facts = readPageFacts(html.toString("utf8"));
  const url = siteUrl + path;
  const compressed = brotliCompressSync(html, {
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
  });
  return judgePage(facts, {
    url,
    own: await findOwn(facts.pictures.map(({ id }) => picturePath(id))),
    links: await followLinks(ask, facts.links, url),
    images: await followLinks(ask, facts.images, url),
    bytes: { plain: html.length, compressed: compressed.length },
    known,
  });
}

const warn = (error: unknown) => {
  log.warn({ err: error }, "A page could not be checked");
  return null;
};

/** Asks for every target of the links on this site, each once; other sites are not asked. */
async function followLinks(ask: FetchAsVisitor, links: readonly string[], url: string) {
  const states = new Map<string, LinkState>();
  const waiting: string[] = [];
  for (const link of links) {
    const target = URL.parse(link, url);
    if (!target) states.set(link, "broken");
    if (target?.origin !== new URL(url).origin) continue;
    const path = target.pathname + target.search;
    if (path !== new URL(url).pathname && !waiting.includes(path)) waiting.push(path);
  }
  for (const path of waiting.splice(LINKS_MAX)) states.set(path, "unchecked");
  const follow = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      states.set(path, await followLink(ask, path));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, follow));
  return states;
}

async function followLink(ask: FetchAsVisitor, path: string): Promise<LinkState> {
  const response = await ask(path).catch(warn);
  await response?.body?.cancel();
  if (!response || response.status >= 500) return "unchecked";
  if (response.status >= 300 && response.status < 400) return "moved";
  return response.ok ? "good" : "broken";
}
