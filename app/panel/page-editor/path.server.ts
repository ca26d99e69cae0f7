import { pagePath } from "../../copy/site/page-path.ts";
import { type PageName, pages } from "../../copy/site/pages.ts";
import { withinPreview } from "../../features/changes/within-preview.server.ts";
import { landingAt } from "../../features/redirects/landing-path.ts";

/** Returns the path that the page editor shows: the home page for anything that isn't a page of the site. */
export const readPath = (asked: string | null): string =>
  asked && asked.length <= 1000 && /^\/(?![/\\])/.test(asked) && withinPreview.hasPage(asked) ? asked : "/";

const NAMES = Object.keys(pages) as PageName[];

/** Returns the name of the page at a path: the list's for a record's page, "not-found" for one that isn't built in. */
export function pageNameOf(path: string): PageName {
  const { pathname } = new URL(path, "http://site");
  if (landingAt(pathname)) return "not-found";
  return (
    NAMES.find((name) => pagePath(name) === pathname) ??
    NAMES.find((name) => pathname.startsWith(`${pagePath(name)}/`) && name !== "home") ??
    "not-found"
  );
}
