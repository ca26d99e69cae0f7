// What a rule about a page is: one judgment, and what it means as advice on a page of this site (publish checks, site
// check) or as a finding about another website (audit).
import type { uncheckedWords } from "../../copy/site/audit-rules.ts";
import type { Finding } from "../audit/result.ts";
import type { PageFacts } from "./facts.ts";

/** `improve` and `broken` are advice: neither keeps a record from being published. */
export type CheckState = "good" | "improve" | "broken" | "unchecked";

/** @property about the URLs with the issue, if any */
export type Advice = { state: CheckState; text: string; about?: string[] };

/**
 * The result at a link's target: a page, one redirect to a page, several redirects, nothing (possibly after
 * redirects), or it couldn't be requested.
 */
export type LinkState = "good" | "moved" | "chained" | "broken" | "unchecked";

/** What the page itself doesn't say. */
export type Known = {
  /** its keywords are its own; the first one is what the page should be found for */
  hasOwnKeywords?: boolean;
  /** a post's excerpt, which lists and search results show */
  excerpt?: string;
  /** default texts that a landing page still has */
  defaults?: string[];
  /** the page of its kind that says the most in the same words, and the share of those, from 0 to 1; null for none */
  twin?: { title: string; share: number } | null;
  /** how many other texts link to a former URL of the page */
  outdated?: number;
};

type Page = { facts: PageFacts; url: URL };

/** A page of this site; `own` has its images from the media library by id, `links` and `images` what is at each URL. */
export type OwnPage = Page & {
  links: ReadonlyMap<string, LinkState>;
  images: ReadonlyMap<string, LinkState>;
  own: ReadonlyMap<
    string,
    { alt: string; isDecorative: boolean; width: number; share: string | null; variants: readonly unknown[] }
  >;
  /** size of its HTML, as it is and compressed */
  bytes: { plain: number; compressed: number };
  known: Known;
};

/** Why something wasn't checked: `value.why` of its finding. */
export type Why = keyof typeof uncheckedWords;

/** What's at a URL: a page, nothing, or unknown. */
export type Outcome = "good" | "gone" | Why;

/** A URL of another website that was requested. */
export type Reached = { outcome: Outcome; url: string; status: number };

/** A page of another website, with the responses of its canonical URL and some of its links. */
export type AuditedPage = Page & {
  charset: string;
  charsetFrom: string;
  canonical: Reached;
  links: (Reached & { path: string })[];
};

export type Verdict = Pick<Finding, "state" | "value">;

/** Defines a rule; `advice` or `finding` is left out if it says nothing there. */
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
/** Texts from other websites are cut to this. */
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

/** Returns why something that is neither a page nor gone wasn't checked. */
export const left = (outcome: Outcome): Verdict =>
  unchecked(outcome === "good" || outcome === "gone" ? "answer" : outcome);
