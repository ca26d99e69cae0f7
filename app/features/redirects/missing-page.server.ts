// The 404 page. It's the same for every URL except for the URL it shows and the section marked in the header, so it
// isn't rendered for each.
import { pagePath } from "../../copy/site/page-path.ts";
import { type PageName, pages } from "../../copy/site/pages.ts";
import { GAP_MARK, type Gap } from "../../platform/http/gap.ts";
import { isPersonalPath } from "../../platform/http/personal-path.server.ts";
import { decoded } from "../../platform/text/decoded.ts";

const SHOWN_PATH_CHARS = 60;
const SECTIONS = (Object.keys(pages) as PageName[])
  .map(pagePath)
  .filter((path) => path !== "/")
  // Longest first: the page closest to the path is its section.
  .sort((a, b) => b.length - a.length);

/** Returns a URL as people write it, cut to one line. */
export function pathAsTyped(pathname: string): string {
  const text = decoded(pathname.replace(/^\/+/, ""));
  return text.length > SHOWN_PATH_CHARS ? `${text.slice(0, SHOWN_PATH_CHARS).toWellFormed()}…` : text;
}

/** Returns the page for any URL that no route matches. */
export function missingPage(pathname: string): Gap {
  const template = templateOf(pathname);
  return { template, mark: pathAsTyped(template), text: pathAsTyped(pathname) };
}

function templateOf(pathname: string): string {
  // As personal as the URL itself, so without other people's scripts.
  if (isPersonalPath(pathname)) return `/${GAP_MARK}@`;
  const section = SECTIONS.find((path) => pathname.startsWith(`${path}/`));
  // Paths with two segments may be a record's.
  return section ? `${section}/${GAP_MARK}/${GAP_MARK}` : `/${GAP_MARK}`;
}
