// Rules, weights and score of an audit, shared by report, email and panel. The engine is in server/audit.

/** An `unchecked` rule couldn't be evaluated, so it doesn't affect the score. */
export type CheckState = "pass" | "warn" | "fail" | "unchecked";

export type Group = "reach" | "crawl" | "head" | "content" | "data" | "weight" | "safety";

/** A rule of the audit. Rules with weight 0 are notes. */
type Rule = {
  group: Group;
  weight: number;
  /** URL of the standard or documentation that explains the rule */
  source: string;
  /** search engines can't find a page that fails this rule */
  isGate?: true;
  /** the service that fixes it, unless that's technical SEO */
  service?: "local-seo";
};

const GOOGLE = "https://developers.google.com/search/docs";
const CHROME = "https://developer.chrome.com/docs/lighthouse";

/** All rules in report order. Decision 0051 explains the weights. */
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

  title: { group: "head", weight: 3, source: `${GOOGLE}/appearance/title-link`, service: "local-seo" },
  description: { group: "head", weight: 2, source: `${GOOGLE}/appearance/snippet`, service: "local-seo" },
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
  h1: {
    ...{ group: "content", weight: 2, service: "local-seo" },
    source: "https://www.w3.org/WAI/tutorials/page-structure/headings/",
  },
  headings: {
    ...{ group: "content", weight: 1 },
    source: "https://dequeuniversity.com/rules/axe/4.10/heading-order",
  },
  alt: { group: "content", weight: 2, source: `${GOOGLE}/appearance/google-images` },
  "link-text": { group: "content", weight: 1, source: `${CHROME}/seo/link-text`, service: "local-seo" },
  "crawlable-links": { group: "content", weight: 2, source: `${GOOGLE}/crawling-indexing/links-crawlable` },
  "broken-links": {
    ...{ group: "content", weight: 2 },
    source: `${GOOGLE}/crawling-indexing/http-network-errors`,
  },
  words: { group: "content", weight: 0, source: `${GOOGLE}/fundamentals/creating-helpful-content` },

  "data-valid": { group: "data", weight: 2, source: `${GOOGLE}/appearance/structured-data/sd-policies` },
  business: {
    ...{ group: "data", weight: 1, service: "local-seo" },
    source: `${GOOGLE}/appearance/structured-data/organization`,
  },
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

export const ruleOf = (id: RuleId): Rule => RULES[id];

/** Returns the slug of the service that fixes what a rule finds. */
export const serviceOf = (id: RuleId) => ruleOf(id).service ?? "technical-seo";

/**
 * A rule's result, as data for `copy/site/audit-rules.ts`. `value` quotes the checked site (up to 200
 * characters per text), so escape it. `value.why` says why a rule is `unchecked`.
 */
export type Finding = {
  id: RuleId;
  state: CheckState | "note";
  value: Record<string, string | number | string[]>;
};

/** Why the page couldn't be read. */
export type Trouble =
  /** unsupported scheme or port, credentials, or a non-public host name; the host isn't resolved */
  | "unsupported-url"
  /** non-public IP address, or our own; nothing was sent */
  | "refused-address"
  | "no-dns"
  | "tls"
  | "time-out"
  /** robots.txt blocks our checker */
  | "closed-to-us"
  /** 401, 403, 429, 503, or a bot challenge */
  | "protected"
  | "not-html"
  /** the response violates HTTP */
  | "unreadable"
  | "unreachable"
  /** another error status, or a redirect loop */
  | "http-error";

export type AuditResult = {
  version: 1;
  /** as entered, but normalized; `host` is in punycode */
  url: string;
  host: string;
  /** URL after redirects; null if the page wasn't read */
  finalUrl: string | null;
  /** ISO 8601 */
  checkedAt: string;
  tookMs: number;
  /** null if the page was read */
  trouble: Trouble | null;
  /** `title`, `description` and `h1` of the page, at most 200 characters each; may be empty */
  title: string;
  description: string;
  h1: string;
  /** at most one per rule, in report order */
  findings: Finding[];
};

/** Returns whether there's no public website at the URL, perhaps because of a typo. */
export const isNowhere = (trouble: Trouble | null): boolean =>
  trouble === "unsupported-url" || trouble === "refused-address" || trouble === "no-dns";

/** Returns a result in which every weighted rule is unchecked. */
export const unreadResult = (url: string, host: string, trouble: Trouble): AuditResult => ({
  ...{ version: 1, url, host, finalUrl: null, checkedAt: new Date().toISOString(), tookMs: 0, trouble },
  ...{ title: "", description: "", h1: "" },
  findings: RULE_IDS.filter((id) => ruleOf(id).weight > 0).map((id) => ({
    ...{ id, state: "unchecked", value: { why: "page" } },
  })),
});

const POINTS = { pass: 1, warn: 0.5, fail: 0 };
/** Maximum scores with a failed gate. */
const GATE_CAPS = { overall: 39, group: 30 };
/** Share of the weight that must be checked for a score. */
const CHECKED_MIN = 0.6;

export type Counts = Record<CheckState | "note", number>;

/**
 * Returns scores from 0 to 100, overall and per group.
 * @returns null scores if less than 60% of the weight was checked
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
 * Sorts errors, then warnings, both by weight (gates before other rules of the same weight), then passed rules, notes
 * and unchecked rules. Otherwise, keeps the report order.
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

export const WORST = 3;

/** Returns the most important errors and warnings, most urgent first. */
export const worstOf = (findings: readonly Finding[]): Finding[] =>
  byWeight(findings)
    .filter(({ state }) => state === "fail" || state === "warn")
    .slice(0, WORST);
