import { landingAt } from "../../copy/site/landing-path.ts";
import { pagePath } from "../../copy/site/page-path.ts";
import { type PageName, pages } from "../../copy/site/pages.ts";
import { withinPreview } from "../../features/changes/within-preview.server.ts";

/** Returns the requested path, or the home page's path if the site has no such page. */
export const readPath = (asked: string | null): string =>
  asked && asked.length <= 1000 && /^\/(?![/\\])/.test(asked) && withinPreview.hasPage(asked) ? asked : "/";

const NAMES = Object.keys(pages) as PageName[];

/** Returns a page's name: the list page's name for a record, and "not-found" for added and unknown pages. */
export function pageNameOf(path: string): PageName {
  const { pathname } = new URL(path, "http://site");
  if (landingAt(pathname)) return "not-found";
  return (
    NAMES.find((name) => pagePath(name) === pathname) ??
    NAMES.find((name) => pathname.startsWith(`${pagePath(name)}/`) && name !== "home") ??
    "not-found"
  );
}
