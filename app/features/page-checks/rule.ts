// A rule gives advice on this site's pages (publish checks, site check) or findings about other websites
// (audit).
import type { uncheckedWords } from "../../copy/site/audit-rules.ts";
import type { Finding } from "../audit/result.ts";
import type { PageFacts } from "./facts.ts";

/** None of these prevents publishing. */
export type CheckState = "good" | "improve" | "broken" | "unchecked";

/** `about` lists the URLs with the issue. */
export type Advice = { state: CheckState; text: string; about?: string[] };

/** `moved` means one redirect, `chained` several, `unchecked` that the link couldn't be requested. */
export type LinkState = "good" | "moved" | "chained" | "broken" | "unchecked";

/** Facts that aren't in the page's HTML. */
export type Known = {
  /** whether the keywords were written for this page; the first one is the main keyword */
  hasOwnKeywords?: boolean;
  /** only for posts */
  excerpt?: string;
  /** a landing page's leftover default wording */
  defaults?: string[];
  /** the most similar page of its kind; `share` is from 0 to 1 */
  twin?: { title: string; share: number } | null;
  /** number of other texts that link to a former URL */
  outdated?: number;
};

type Page = { facts: PageFacts; url: URL };

/** `own` has library images by id; `links` and `images` have the state of each URL. */
export type OwnPage = Page & {
  links: ReadonlyMap<string, LinkState>;
  images: ReadonlyMap<string, LinkState>;
  own: ReadonlyMap<
    string,
    { alt: string; isDecorative: boolean; width: number; share: string | null; variants: readonly unknown[] }
  >;
  bytes: { plain: number; compressed: number };
  known: Known;
};

/** Why something is unchecked, as stored in a finding's `value.why`. */
export type Why = keyof typeof uncheckedWords;

export type Outcome = "good" | "gone" | Why;

export type Reached = { outcome: Outcome; url: string; status: number };

/** A page on another website, with the results of requesting its canonical URL and some of its links. */
export type AuditedPage = Page & {
  charset: string;
  charsetFrom: string;
  canonical: Reached;
  links: (Reached & { path: string })[];
};

export type Verdict = Pick<Finding, "state" | "value">;

/** Defines a rule. `advice` is for this site's pages, `finding` for other websites. */
export function rule<Judged>(
  judge: (page: Page) => Judged,
  says: {
    advice?: (judged: Judged, page: OwnPage) => Advice | null;
    finding?: (judged: Judged, page: AuditedPage) => Verdict | null;
  },
) {
  const { advice, finding } = says;
  return {
    advice: (page: OwnPage) => advice?.(judge(page), page) ?? null,
    finding: (page: AuditedPage) => finding?.(judge(page), page) ?? null,
  };
}

export const good = (text: string): Advice => ({ state: "good", text });
export const improve = (text: string): Advice => ({ state: "improve", text });
export const broken = (text: string, about?: string[]): Advice => ({
  state: "broken",
  text,
  ...(about && { about }),
});

type Value = Finding["value"];
/** Texts from other websites are cut to this length. */
export const TEXT_CHARACTERS = 200;

function short(value: Value): Value {
  const cut = (one: Value[string]) =>
    typeof one === "string"
      ? one.slice(0, TEXT_CHARACTERS)
      : Array.isArray(one)
        ? one.slice(0, 10).map((text) => text.slice(0, TEXT_CHARACTERS))
        : one;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cut(one)]));
}

export const pass = (value: Value = {}): Verdict => ({ state: "pass", value: short(value) });
export const warn = (value: Value = {}): Verdict => ({ state: "warn", value: short(value) });
export const fail = (value: Value = {}): Verdict => ({ state: "fail", value: short(value) });
export const note = (value: Value = {}): Verdict => ({ state: "note", value: short(value) });
export const unchecked = (why: Why): Verdict => ({ state: "unchecked", value: { why } });

/** Returns a verdict for a URL that couldn't be checked. */
export const left = (outcome: Outcome): Verdict =>
  unchecked(outcome === "good" || outcome === "gone" ? "answer" : outcome);
