import { pagePath } from "../../copy/site/page-path.ts";
import { type PageName, pages } from "../../copy/site/pages.ts";
import { withinPreview } from "../../features/changes/within-preview.server.ts";

/** Returns the path that the page editor shows: the home page for anything that isn't a page of the site. */
export const readPath = (asked: string | null): string =>
  asked && asked.length <= 1000 && /^\/(?![/\\])/.test(asked) && withinPreview.hasPage(asked) ? asked : "/";

const NAMES = Object.keys(pages) as PageName[];

/** Returns the name of the page at a path; for a record's page, that of its list. */
export function pageNameOf(path: string): PageName {
  const { pathname } = new URL(path, "http://site");
  return (
    NAMES.find((name) => pagePath(name) === pathname) ??
    NAMES.find((name) => pathname.startsWith(`${pagePath(name)}/`) && name !== "home") ??
    "not-found"
  );
}
