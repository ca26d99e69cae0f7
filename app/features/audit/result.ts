// The result of a website audit: rules, weights and score. Pure, so that the report, the email and the panel interpret
// results the same way. The engine is server/audit.

/** Something that couldn't be read never fails: it's `unchecked` and doesn't count. */
export type CheckState = "pass" | "warn" | "fail" | "unchecked";

export type Group = "reach" | "crawl" | "head" | "content" | "data" | "weight" | "safety";

/** A published rule: its weight in the score (0 is a note) and its source. */
type Rule = {
  group: Group;
  weight: number;
  /** URL of the standard or of the search engine's own guidance */
  source: string;
  /** a page that fails it can't be found at all, no matter what else passes */
  isGate?: true;
};

const GOOGLE = "https://developers.google.com/search/docs";
const CHROME = "https://developer.chrome.com/docs/lighthouse";

/** All rules in the order of the report. Decision 0051 explains the weights. */
export const RULES = {
  reach: {
    ...{ group: "reach", weight: 3, isGate: true },
    source: `${GOOGLE}/crawling-indexing/http-network-errors`,
  },
  https: { group: "reach", weight: 3, source: `${CHROME}/best-practices/is-on-https` },
  "to-https": { group: "reach", weight: 2, source: `${CHROME}/pwa/redirects-http` },
  "one-host": {
    ...{ group: "reach", weight: 1 },
    source: `${GOOGLE}/crawling-indexing/consolidate-duplicate-urls`,
  },
  hops: { group: "reach", weight: 1, source: `${CHROME}/performance/redirects` },
  "missing-page": {
    ...{ group: "reach", weight: 2 },
    source: `${GOOGLE}/crawling-indexing/http-network-errors#soft-404-errors`,
  },

  "robots-file": {
    group: "crawl",
    weight: 2,
    source: "https://www.rfc-editor.org/rfc/rfc9309#section-2.3.1",
  },
  "robots-allow": {
    ...{ group: "crawl", weight: 3, isGate: true },
    source: `${GOOGLE}/crawling-indexing/robots/robots_txt`,
  },
  indexable: {
    ...{ group: "crawl", weight: 3, isGate: true },
    source: `${GOOGLE}/crawling-indexing/robots-meta-tag`,
  },
  sitemap: {
    ...{ group: "crawl", weight: 2 },
    source: `${GOOGLE}/crawling-indexing/sitemaps/build-sitemap`,
  },
  "ai-agents": { group: "crawl", weight: 0, source: "https://www.rfc-editor.org/rfc/rfc9309" },

  title: { group: "head", weight: 3, source: `${GOOGLE}/appearance/title-link` },
  description: { group: "head", weight: 2, source: `${GOOGLE}/appearance/snippet` },
  canonical: {
    ...{ group: "head", weight: 2 },
    source: `${GOOGLE}/crawling-indexing/consolidate-duplicate-urls`,
  },
  viewport: {
    ...{ group: "head", weight: 2 },
    source: `${GOOGLE}/crawling-indexing/mobile/mobile-sites-mobile-first-indexing`,
  },
  lang: { group: "head", weight: 1, source: "https://www.w3.org/WAI/WCAG22/Understanding/language-of-page" },
  charset: { group: "head", weight: 1, source: `${CHROME}/best-practices/charset` },
  hreflang: { group: "head", weight: 1, source: `${GOOGLE}/specialty/international/localized-versions` },
  share: { group: "head", weight: 1, source: "https://ogp.me/" },

  "script-built": {
    ...{ group: "content", weight: 2 },
    source: `${GOOGLE}/crawling-indexing/javascript/javascript-seo-basics`,
  },
  h1: { group: "content", weight: 2, source: "https://www.w3.org/WAI/tutorials/page-structure/headings/" },
  headings: {
    ...{ group: "content", weight: 1 },
    source: "https://dequeuniversity.com/rules/axe/4.10/heading-order",
  },
  alt: { group: "content", weight: 2, source: `${GOOGLE}/appearance/google-images` },
  "link-text": { group: "content", weight: 1, source: `${CHROME}/seo/link-text` },
  "crawlable-links": { group: "content", weight: 2, source: `${GOOGLE}/crawling-indexing/links-crawlable` },
  "broken-links": {
    ...{ group: "content", weight: 2 },
    source: `${GOOGLE}/crawling-indexing/http-network-errors`,
  },
  words: { group: "content", weight: 0, source: `${GOOGLE}/fundamentals/creating-helpful-content` },

  "data-valid": { group: "data", weight: 2, source: `${GOOGLE}/appearance/structured-data/sd-policies` },
  business: { group: "data", weight: 1, source: `${GOOGLE}/appearance/structured-data/organization` },
  retired: { group: "data", weight: 0, source: `${GOOGLE}/appearance/structured-data/search-gallery` },

  "first-byte": { group: "weight", weight: 2, source: "https://web.dev/articles/ttfb" },
  "html-size": {
    ...{ group: "weight", weight: 1 },
    source: "https://developers.google.com/crawling/docs/crawlers-fetchers/overview-google-crawlers",
  },
  compressed: { group: "weight", weight: 1, source: `${CHROME}/performance/uses-text-compression` },
  blocking: { group: "weight", weight: 1, source: `${CHROME}/performance/render-blocking-resources` },
  "sized-images": { group: "weight", weight: 1, source: "https://web.dev/articles/optimize-cls" },
  "lazy-first": { group: "weight", weight: 1, source: "https://web.dev/articles/lcp-lazy-loading" },

  mixed: { group: "safety", weight: 2, source: `${CHROME}/best-practices/is-on-https` },
  headers: { group: "safety", weight: 1, source: "https://owasp.org/www-project-secure-headers/" },
} satisfies Record<string, Rule>;

export type RuleId = keyof typeof RULES;

export const RULE_IDS = Object.keys(RULES) as RuleId[];

export const GROUPS: Group[] = ["reach", "crawl", "head", "content", "data", "weight", "safety"];

/** Returns a rule, typed as `Rule`. */
export const ruleOf = (id: RuleId): Rule => RULES[id];

/**
 * What was found, as data; `copy/site/audit-rules.ts` turns it into words. Texts in `value` come from the checked site:
 * at most 200 characters each, and must be escaped. An `unchecked` finding has its reason in `value.why`. A rule that
 * doesn't apply (images on a page without any) has no finding.
 */
export type Finding = {
  id: RuleId;
  state: CheckState | "note";
  value: Record<string, string | number | string[]>;
};

/** Why the page itself couldn't be read. */
export type Trouble =
  /** another scheme or port, credentials in the URL, or a non-public host name; it wasn't even resolved */
  | "unsupported-url"
  /** a private, own or otherwise non-public IP address; nothing was sent to it */
  | "refused-address"
  | "no-dns"
  | "tls"
  | "time-out"
  /** robots.txt excludes our checker */
  | "closed-to-us"
  /** 401, 403, 429, 503, or the challenge of a protection service */
  | "protected"
  | "not-html"
  /** the response violates HTTP */
  | "unreadable"
  | "unreachable"
  /** a status other than success, or a redirect loop */
  | "http-error";

export type AuditResult = {
  version: 1;
  /** as the visitor typed it, normalized; the host as in DNS (punycode) */
  url: string;
  host: string;
  /** the page's URL after redirects; null if it wasn't read */
  finalUrl: string | null;
  /** ISO 8601 */
  checkedAt: string;
  tookMs: number;
  /** null if the page was read */
  trouble: Trouble | null;
  /** text from the page, at most 200 characters; empty if there is none */
  title: string;
  description: string;
  h1: string;
  /** at most one per rule, in the order of the rules */
  findings: Finding[];
};

/** Returns whether there seems to be no public website at the URL. The visitor may have misspelled it. */
export const isNowhere = (trouble: Trouble | null): boolean =>
  trouble === "unsupported-url" || trouble === "refused-address" || trouble === "no-dns";

/** Returns the result for a page that couldn't be read: every rule that counts is unchecked. */
export const unreadResult = (url: string, host: string, trouble: Trouble): AuditResult => ({
  ...{ version: 1, url, host, finalUrl: null, checkedAt: new Date().toISOString(), tookMs: 0, trouble },
  ...{ title: "", description: "", h1: "" },
  findings: RULE_IDS.filter((id) => ruleOf(id).weight > 0).map((id) => ({
    ...{ id, state: "unchecked", value: { why: "page" } },
  })),
});

const POINTS = { pass: 1, warn: 0.5, fail: 0 };
/** Highest score with a failed gate, overall and for its group. */
const GATE_CAPS = { overall: 39, group: 30 };
/** With less than this share of the weight checked, a score would be a guess. */
const CHECKED_MIN = 0.6;

export type Counts = Record<CheckState | "note", number>;

/**
 * Returns the scores by our own checklist, from 0 to 100, overall and per group in order.
 * @returns `null` instead of a score if less than 60 % of the weight could be checked
 */
export function scoreOf(result: Pick<AuditResult, "findings">): {
  overall: number | null;
  groups: { group: Group; score: number | null; counts: Counts }[];
} {
  return {
    overall: scoreFindings(result.findings, GATE_CAPS.overall),
    groups: GROUPS.map((group) => {
      const findings = result.findings.filter(({ id }) => RULES[id].group === group);
      return { group, score: scoreFindings(findings, GATE_CAPS.group), counts: countStates(findings) };
    }),
  };
}

function scoreFindings(findings: Finding[], gateCap: number): number | null {
  let [asked, checked, points] = [0, 0, 0];
  let hasFailedGate = false;
  for (const { id, state } of findings) {
    if (state === "note") continue;
    const { weight, isGate } = ruleOf(id);
    asked += weight;
    if (state === "unchecked") continue;
    checked += weight;
    points += weight * POINTS[state];
    if (isGate && state === "fail") hasFailedGate = true;
  }
  if (checked === 0 || checked < asked * CHECKED_MIN) return null;
  const score = Math.round((points / checked) * 100);
  return hasFailedGate ? Math.min(score, gateCap) : score;
}

function countStates(findings: Finding[]): Counts {
  const counts: Counts = { pass: 0, warn: 0, fail: 0, unchecked: 0, note: 0 };
  for (const { state } of findings) counts[state]++;
  return counts;
}

const ORDER: Record<Finding["state"], number> = { fail: 0, warn: 1, pass: 2, note: 3, unchecked: 4 };

/**
 * Sorts findings by what to do first: errors by weight (gates first), then warnings by weight, then passed rules, notes
 * and unchecked rules, each in the order of the rules.
 */
export function byWeight(findings: readonly Finding[]): Finding[] {
  const rankOf = ({ id, state }: Finding) => {
    const { weight, isGate } = ruleOf(id);
    return state === "fail" || state === "warn" ? weight * 2 + (isGate ? 1 : 0) : 0;
  };
  return findings.toSorted(
    (a, b) =>
      ORDER[a.state] - ORDER[b.state] ||
      rankOf(b) - rankOf(a) ||
      RULE_IDS.indexOf(a.id) - RULE_IDS.indexOf(b.id),
  );
}
