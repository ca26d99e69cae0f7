// Serves URLs with a version: the page of the URL without the version, which itself says how long it may be cached. A
// made-up version costs no rendering and no memory.
import { cacheLifetime, versionOf } from "../../app/platform/version.ts";
import { finalizePage, type Page } from "./cached-response.ts";

const versions = new WeakMap<Page, string>();
/** Each page's variants, by how long they may be cached. */
const laidOut = new WeakMap<Page, Map<string, Page>>();

/** Returns a page's version, which is that of its text. */
function versionOfPage(page: Page): string {
  const known = versions.get(page);
  if (known !== undefined) return known;
  const version = versionOf(page.bodies.identity.toString());
  versions.set(page, version);
  return version;
}

/**
 * Returns a page as the response to a URL that names a version.
 * @param page has its own Cache-Control; anything that isn't a page or isn't for everyone is returned unchanged
 * @param asked the version in the URL
 * @param present the page's version, if it isn't that of its text
 */
export function asVersion(page: Page, asked: string, present = versionOfPage(page)): Page {
  if (page.status !== 200 || !page.isKeepable) return page;
  const keep = cacheLifetime(asked, present, "");
  const pages = laidOut.get(page) ?? new Map<string, Page>();
  laidOut.set(page, pages);
  const known = pages.get(keep);
  if (known) return known;
  const { own } = page;
  const isKeep = (i: number) => i % 2 === 1 && own[i - 1]!.toLowerCase() === "cache-control";
  const made = finalizePage({ ...page, own: own.map((value, i) => (isKeep(i) ? keep : value)) });
  pages.set(keep, made);
  return made;
}
