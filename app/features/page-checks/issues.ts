import { siteIssues as words } from "../../copy/panel/site-check.ts";
import type { Check, CheckId } from "./checks.ts";
import { FIRST_BYTE_MS } from "./judges.ts";
import type { CheckState, LinkState } from "./rule.ts";

/** Most publish checks, plus issues that only the site check finds. */
export type IssueKind =
  | Exclude<CheckId, "linked" | "defaults" | "twin">
  | "page"
  | "speed"
  | "external"
  | "double-title"
  | "double-description";

/** @property about the link's URL; empty for other issues */
export type Issue = { kind: IssueKind; state: CheckState; about: string; text: string };

/** By priority, starting with pages that search engines can't show. */
export const ISSUE_KINDS = [
  "page",
  "robots",
  "links",
  "images",
  "external",
  "title",
  "heading",
  "double-title",
  "description",
  "double-description",
  "canonical",
  "data",
  "speed",
  "weight",
] as const satisfies IssueKind[];

const TEXT_CHARACTERS = 500;
const ABOUT_CHARACTERS = 1_000;
const LINKS_MAX = 50;

const cut = (text: string) => (text.length > TEXT_CHARACTERS ? `${text.slice(0, TEXT_CHARACTERS)}…` : text);

/**
 * Returns the issues on a page.
 * @param page.links link states by path, or by fragment on the page itself
 * @param page.ownLinks links outside the header and footer; the home page reports all links
 * @param page.isMeantForSearch whether the page is indexable by default
 */
export function findIssues(page: {
  path: string;
  siteUrl: string;
  checks: readonly Check[];
  links: ReadonlyMap<string, LinkState>;
  ownLinks: Iterable<string>;
  tookMs: number;
  isMeantForSearch: boolean;
}): Issue[] {
  const { checks, tookMs } = page;
  const issues: Issue[] = [];
  for (const { id, state, text } of checks) {
    if (
      id === "linked" ||
      id === "defaults" ||
      id === "twin" ||
      id === "links" ||
      state === "good" ||
      state === "unchecked"
    )
      continue;
    if (id === "robots") {
      // A hidden page is fine if it isn't meant for search engines.
      if (page.isMeantForSearch) issues.push({ kind: id, state: "broken", about: "", text: words.hidden });
    } else issues.push({ kind: id, state, about: "", text: cut(text) });
  }
  if (tookMs > FIRST_BYTE_MS.good)
    issues.push({ kind: "speed", state: "improve", about: "", text: words.slow(tookMs) });
  return [...issues, ...findLinkIssues(page)];
}

function findLinkIssues(page: Parameters<typeof findIssues>[0]): Issue[] {
  const own = new Set(Array.from(page.ownLinks, (link) => pathOf(link, page)));
  return [...page.links]
    .filter(([link]) => page.path === "/" || own.has(link))
    .flatMap(([link, state]): Issue[] => {
      const about = link.slice(0, ABOUT_CHARACTERS);
      if (state === "broken") return [{ kind: "links", state, about, text: words.deadLink(about) }];
      if (state === "moved")
        return [{ kind: "links", state: "improve", about, text: words.movedLink(about) }];
      if (state === "chained")
        return [{ kind: "links", state: "improve", about, text: words.chainedLink(about) }];
      return [];
    })
    .slice(0, LINKS_MAX);
}

function pathOf(link: string, { siteUrl, path }: { siteUrl: string; path: string }): string {
  const target = URL.parse(link, siteUrl + path);
  if (!target) return link;
  const at = target.pathname + target.search;
  return (at === path && target.hash) || at;
}

/** Returns up to 50 unique external URLs, without fragments. */
export function outsideLinks(links: Iterable<string>, siteUrl: string): string[] {
  const found = new Set<string>();
  for (const link of links) {
    const target = URL.parse(link, siteUrl);
    if (!target || !/^https?:$/.test(target.protocol) || target.origin === new URL(siteUrl).origin) continue;
    target.hash = "";
    if (target.href.length <= ABOUT_CHARACTERS && found.size < LINKS_MAX) found.add(target.href);
  }
  return [...found];
}
