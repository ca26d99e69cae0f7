// A versioned URL serves the plain URL's page, so a made-up version costs no rendering and no memory.
import { cacheLifetime, versionOf } from "../../app/platform/version.ts";
import { finalizePage, type Page } from "./cached-response.ts";

const versions = new WeakMap<Page, string>();
/** Each page's variants, by Cache-Control. */
const laidOut = new WeakMap<Page, Map<string, Page>>();

function versionOfPage(page: Page): string {
  const known = versions.get(page);
  if (known !== undefined) return known;
  const version = versionOf(page.bodies.identity.toString());
  versions.set(page, version);
  return version;
}

/**
 * Returns a page with a versioned URL's cache lifetime. Errors and uncacheable pages stay unchanged.
 * @param asked the version in the URL
 * @param present the current version
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
