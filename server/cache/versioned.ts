// What is given out at an address with a version: the page of the address without one, which says itself how long it may
// be kept. So a made-up version costs no rendering and no memory.
import { cacheLifetime, versionOf } from "../../app/platform/version.ts";
import { finalizePage, type Page } from "./cached-response.ts";

const versions = new WeakMap<Page, string>();
/** Of each page what has been laid out of it, by how long that may be kept. */
const laidOut = new WeakMap<Page, Map<string, Page>>();

/** The version of a page: that of its text. */
function versionOfPage(page: Page): string {
  const known = versions.get(page);
  if (known !== undefined) return known;
  const version = versionOf(page.bodies.identity.toString());
  versions.set(page, version);
  return version;
}

/**
 * A page as the answer to an address that names a version.
 * @param page with a Cache-Control of its own; what is no page or not for everybody stays as it is
 * @param asked the version that the address names
 * @param present the page's version, where it is not that of its text
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
