import { siteIssues as words } from "../../copy/panel/site-check.ts";
import { LISTED_PAGES } from "../../copy/site/page-names.ts";
import { pagePath } from "../../copy/site/page-path.ts";
import { pages as builtIn, type PageName } from "../../copy/site/pages.ts";
import type { CheckedPage } from "./check-page.server.ts";
import { robotsOf } from "./facts.ts";
import { findIssues, outsideLinks } from "./issues.ts";
import { hidingRule } from "./judges.ts";
import type { ReadPage } from "./queries.server.ts";

const WORDS_CHARACTERS = 500;
const shortened = (text: string | null | undefined) => (text ?? "").trim().slice(0, WORDS_CHARACTERS);

/**
 * Converts a page's check results for storage.
 * @param path from the root, with its query
 */
export function readFound(path: string, siteUrl: string, { status, checks, read }: CheckedPage): ReadPage {
  if (!read) {
    const text = status === null || status >= 500 ? words.unmade : words.gone(status);
    return {
      ...{ path, title: "", description: "", links: [] },
      issues: [{ kind: "page", state: "broken", about: "", text }],
    };
  }
  const { facts, links, tookMs } = read;
  const isHidden = hidingRule(robotsOf(facts), new Date()) !== null;
  return {
    path,
    // A noindex page may share its title and description with others.
    title: isHidden ? "" : shortened(facts.titles.first),
    description: isHidden ? "" : shortened(facts.description),
    links: outsideLinks(path === "/" ? facts.own.links : facts.own.mainLinks, siteUrl),
    issues: findIssues({
      ...{ path, siteUrl, checks, links, tookMs },
      ownLinks: facts.own.mainLinks,
      isMeantForSearch: isMeantForSearch(path),
    }),
  };
}

/** Returns whether a page is indexable by default, ignoring the owner's settings. */
function isMeantForSearch(path: string): boolean {
  const name = LISTED_PAGES.find((one) => pagePath(one) === path);
  return !name || !Object.hasOwn(builtIn, name) || builtIn[name as PageName].seo.is_indexable;
}
