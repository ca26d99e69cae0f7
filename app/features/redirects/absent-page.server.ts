// The page of an address at which nothing answers. It is the same for all of them but for the address that it shows and
// the section that its header marks, so it need not be rendered for each.
import { pagePath } from "../../copy/site/page-path.ts";
import { type PageName, pages } from "../../copy/site/pages.ts";
import { GAP_MARK, type Gap } from "../../platform/http/gap.ts";
import { isPersonalPath } from "../../platform/http/personal-path.server.ts";
import { decoded } from "../../platform/text/decoded.ts";

const SHOWN_PATH_CHARS = 60;
const SECTIONS = (Object.keys(pages) as PageName[])
  .map(pagePath)
  .filter((path) => path !== "/")
  // The longest first: a page below another one is the nearer section.
  .sort((a, b) => b.length - a.length);

/** An address as people write it, cut to what a line holds. */
export function pathAsTyped(pathname: string): string {
  const text = decoded(pathname.replace(/^\/+/, ""));
  return text.length > SHOWN_PATH_CHARS ? `${text.slice(0, SHOWN_PATH_CHARS).toWellFormed()}…` : text;
}

/** The page of any address that no route knows. */
export function absentPage(pathname: string): Gap {
  const template = templateOf(pathname);
  return { template, mark: pathAsTyped(template), text: pathAsTyped(pathname) };
}

function templateOf(pathname: string): string {
  // As personal as that address: without the scripts of others.
  if (isPersonalPath(pathname)) return `/${GAP_MARK}@`;
  const section = SECTIONS.find((path) => pathname.startsWith(`${path}/`));
  // Two parts: one may be a record's.
  return section ? `${section}/${GAP_MARK}/${GAP_MARK}` : `/${GAP_MARK}`;
}
