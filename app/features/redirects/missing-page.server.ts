// The 404 page is rendered once per section. Only the requested URL in its text differs and is filled in later.
import { pagePath } from "../../copy/site/page-path.ts";
import { type PageName, pages } from "../../copy/site/pages.ts";
import { GAP_MARK, type Gap } from "../../platform/http/gap.ts";
import { isPersonalPath } from "../../platform/http/personal-path.server.ts";
import { decoded } from "../../platform/text/decoded.ts";

const SHOWN_PATH_CHARS = 60;
const SECTIONS = (Object.keys(pages) as PageName[])
  .map(pagePath)
  .filter((path) => path !== "/")
  // Longest first, so the closest section wins.
  .sort((a, b) => b.length - a.length);

/** Returns a decoded path, shortened to one line. */
export function pathAsTyped(pathname: string): string {
  const text = decoded(pathname.replace(/^\/+/, ""));
  return text.length > SHOWN_PATH_CHARS ? `${text.slice(0, SHOWN_PATH_CHARS).toWellFormed()}…` : text;
}

/** Returns which 404 page to render for a URL that no route matches, and the text to fill in. */
export function missingPage(pathname: string): Gap {
  const template = templateOf(pathname);
  return { template, mark: pathAsTyped(template), text: pathAsTyped(pathname) };
}

function templateOf(pathname: string): string {
  // If the URL contains personal data, the page must not load third-party scripts.
  if (isPersonalPath(pathname)) return `/${GAP_MARK}@`;
  const section = SECTIONS.find((path) => pathname.startsWith(`${path}/`));
  // Two placeholders, because a section's route would match a single one as a record's slug.
  return section ? `${section}/${GAP_MARK}/${GAP_MARK}` : `/${GAP_MARK}`;
}
