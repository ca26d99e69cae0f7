// Judges individual parts of a page. The rules turn these results into verdicts.
import { META_DESCRIPTION_MIN_CHARS, META_TITLE_MIN_CHARS } from "../../copy/business.ts";
import { measureDescription, measureTitle } from "../../platform/text/search-result.ts";

/** Titles that systems set by default, or that say nothing. */
const DEFAULT_TITLE =
  /^(home|home ?page|main|index|untitled|untitled document|document|new page|page title|title|welcome|website|my (site|website|blog|wordpress blog)|startseite|accueil|inicio|vite app|react app)$/i;

const lengthOf = (text: string) => [...text.trim()].length;

/** In pixels. `max` is the width in search results. */
type Measured = { width: number; max: number };

/**
 * Returns a title's first problem. `short` is our own advice, not a search engine's.
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

/** Returns a description's problem. `short` is our own advice, not a search engine's. */
export function judgeDescription(
  text: string,
): Measured & { length: number; problem: "missing" | "wide" | "short" | null } {
  const [measured, length] = [measureDescription(text), lengthOf(text)];
  const isWide = measured.width > measured.max;
  const isShort = length < META_DESCRIPTION_MIN_CHARS;
  const problem = length === 0 ? "missing" : isWide ? "wide" : isShort ? "short" : null;
  return { ...measured, length, problem };
}

/** Returns robots rules if they hide a page from search engines, otherwise null. */
export function hidingRule(rules: string, now: Date): string | null {
  const after = /unavailable_after\s*:\s*(.+)$/i.exec(rules)?.[1];
  if (after && Date.parse(after) < now.getTime()) return rules;
  return rules.split(/[,\s]+/).some((rule) => /^(noindex|none)$/i.test(rule)) ? rules : null;
}

/**
 * Judges canonical URLs without requesting them.
 * @param all as written, without duplicates
 * @param page the page's own URL
 * @returns `other` for another page's URL
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

/** Returns whether two host names are the same, ignoring www. */
export const isSameHost = (a: string, b: string): boolean =>
  a.replace(/^www\./, "") === b.replace(/^www\./, "");

/** Returns whether an image has alt text or is marked as decorative. */
export const hasTextAlternative = (img: Record<string, string>): boolean =>
  img.alt !== undefined ||
  /^(presentation|none)$/i.test(img.role ?? "") ||
  img["aria-hidden"] === "true" ||
  Boolean(img["aria-label"] || img["aria-labelledby"] || img.title);

/** In milliseconds: up to `good` is good, above `fair` is poor (web.dev/articles/ttfb). */
export const FIRST_BYTE_MS = { good: 800, fair: 1_800 };
