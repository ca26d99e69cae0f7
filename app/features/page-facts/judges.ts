// What the rules ask of a title, a description, a canonical URL and the like, without saying what to make of it.
import { META_DESCRIPTION_MIN_CHARS, META_TITLE_MIN_CHARS } from "../../copy/business.ts";
import { measureDescription, measureTitle } from "../page-seo/search-result.ts";

/** Titles that systems give a page by themselves, or that say no more than that it is one. */
const DEFAULT_TITLE =
  /^(home|home ?page|main|index|untitled|untitled document|document|new page|page title|title|welcome|website|my (site|website|blog|wordpress blog)|startseite|accueil|inicio|vite app|react app)$/i;

const lengthOf = (text: string) => [...text.trim()].length;

/** Widths in pixels as a search result shows it, beside the room that there is. */
type Measured = { width: number; max: number };

/**
 * @param title the first one of the page
 * @param count how many it has
 * @returns the first thing that is wrong with it; `short` is a matter of taste, of which no search engine speaks
 */
export function judgeTitle(
  title: string,
  count = 1,
): Measured & { problem: "missing" | "several" | "default" | "wide" | "short" | null } {
  const measured = measureTitle(title);
  const isWide = measured.width > measured.max;
  const problem = !title.trim()
    ? "missing"
    : count > 1
      ? "several"
      : DEFAULT_TITLE.test(title.trim())
        ? "default"
        : isWide
          ? "wide"
          : lengthOf(title) < META_TITLE_MIN_CHARS
            ? "short"
            : null;
  return { ...measured, problem };
}

/** @returns what is wrong with a description; `short` is a matter of taste, of which no search engine speaks */
export function judgeDescription(
  text: string,
): Measured & { length: number; problem: "missing" | "wide" | "short" | null } {
  const [measured, length] = [measureDescription(text), lengthOf(text)];
  const isWide = measured.width > measured.max;
  const isShort = length < META_DESCRIPTION_MIN_CHARS;
  const problem = length === 0 ? "missing" : isWide ? "wide" : isShort ? "short" : null;
  return { ...measured, length, problem };
}

/**
 * What hides a page from search engines, in the rules of a robots tag or header.
 * @returns the rules; null where nothing hides it
 */
export function hidingRule(rules: string, now: Date): string | null {
  const after = /unavailable_after\s*:\s*(.+)$/i.exec(rules)?.[1];
  if (after && Date.parse(after) < now.getTime()) return rules;
  return rules.split(/[,\s]+/).some((rule) => /^(noindex|none)$/i.test(rule)) ? rules : null;
}

/**
 * What a page's canonical address says of it, before anything is asked.
 * @param all as written, each once
 * @param page the page's own address
 * @returns `other` where it names another page; null where it names this one
 */
export function judgeCanonical(
  all: readonly string[],
  page: URL,
): { to: string; target: URL | null; problem: "none" | "several" | "invalid" | "relative" | "other" | null } {
  const [to] = all;
  if (to === undefined) return { to: "", target: null, problem: "none" };
  const target = URL.parse(to, page);
  if (all.length > 1) return { to, target, problem: "several" };
  if (!to || !target || !/^https?:$/.test(target.protocol)) return { to, target: null, problem: "invalid" };
  if (!/^https?:\/\//i.test(to)) return { to, target, problem: "relative" };
  target.hash = "";
  return { to, target, problem: target.href === page.href ? null : "other" };
}

/** Returns whether two names are one website, with and without www. */
export const isSameHost = (a: string, b: string): boolean =>
  a.replace(/^www\./, "") === b.replace(/^www\./, "");

/** Whether a picture has words for those who do not see it, or says that it needs none. */
export const hasTextAlternative = (img: Record<string, string>): boolean =>
  img.alt !== undefined ||
  /^(presentation|none)$/i.test(img.role ?? "") ||
  img["aria-hidden"] === "true" ||
  Boolean(img["aria-label"] || img["aria-labelledby"] || img.title);

/** Milliseconds until the first byte of a page: good up to `good`, poor beyond `fair` (web.dev/articles/ttfb). */
export const FIRST_BYTE_MS = { good: 800, fair: 1_800 };
