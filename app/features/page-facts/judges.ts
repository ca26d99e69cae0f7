// Judges a title, a description, a canonical URL and the like, without deciding what follows from it.
import { META_DESCRIPTION_MIN_CHARS, META_TITLE_MIN_CHARS } from "../../copy/business.ts";
import { measureDescription, measureTitle } from "../page-seo/search-result.ts";

/** Titles that systems set by default, or that only say that this is a page. */
const DEFAULT_TITLE =
  /^(home|home ?page|main|index|untitled|untitled document|document|new page|page title|title|welcome|website|my (site|website|blog|wordpress blog)|startseite|accueil|inicio|vite app|react app)$/i;

const lengthOf = (text: string) => [...text.trim()].length;

/** Widths in pixels as shown in a search result, and the available width. */
type Measured = { width: number; max: number };

/**
 * Returns the first problem of a title; `short` is our own advice, which no search engine gives.
 * @param title the page's first one
 * @param count how many titles the page has
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

/** Returns the problem of a description; `short` is our own advice, which no search engine gives. */
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
 * Returns the rules of a robots tag or header if they hide the page from search engines.
 * @returns null if nothing hides it
 */
export function hidingRule(rules: string, now: Date): string | null {
  const after = /unavailable_after\s*:\s*(.+)$/i.exec(rules)?.[1];
  if (after && Date.parse(after) < now.getTime()) return rules;
  return rules.split(/[,\s]+/).some((rule) => /^(noindex|none)$/i.test(rule)) ? rules : null;
}

/**
 * Judges a canonical URL before anything is requested.
 * @param all as written, without duplicates
 * @param page the page's own URL
 * @returns `other` if it names another page; null if it names this one
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

/** Returns whether two host names are the same website, ignoring www. */
export const isSameHost = (a: string, b: string): boolean =>
  a.replace(/^www\./, "") === b.replace(/^www\./, "");

/** Returns whether an image has a text alternative or is marked as needing none. */
export const hasTextAlternative = (img: Record<string, string>): boolean =>
  img.alt !== undefined ||
  /^(presentation|none)$/i.test(img.role ?? "") ||
  img["aria-hidden"] === "true" ||
  Boolean(img["aria-label"] || img["aria-labelledby"] || img.title);

/** Milliseconds until the first byte of a page: good up to `good`, poor beyond `fair` (web.dev/articles/ttfb). */
export const FIRST_BYTE_MS = { good: 800, fair: 1_800 };
