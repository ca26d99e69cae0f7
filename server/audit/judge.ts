import { type Finding, RULE_IDS, RULES, type RuleId } from "../../app/features/audit/result.ts";
import type { AuditedPage, Reached, Verdict } from "../../app/features/page-checks/rule.ts";
import { unchecked } from "../../app/features/page-checks/rule.ts";
import { contentRules, isScriptBuilt } from "../../app/features/page-checks/rules.content.ts";
import { headRules } from "../../app/features/page-checks/rules.head.ts";
import type { Visit } from "./follow.ts";
import type { ReadPage } from "./parse-worker.ts";
import { answerRules } from "./rules.answer.ts";
import { crawlRules } from "./rules.crawl.ts";
import { reachRules } from "./rules.reach.ts";
import { type Judge, outcomeOf, type Seen } from "./seen.ts";

const siteRules = { ...reachRules, ...crawlRules, ...answerRules };
type SiteRuleId = keyof typeof siteRules;
const pageRules: Record<Exclude<RuleId, SiteRuleId>, { finding: (page: AuditedPage) => Verdict | null }> = {
  ...headRules,
  ...contentRules,
};
const isSiteRule = (id: RuleId): id is SiteRuleId => id in siteRules;

/** Scripts can't change what these rules judge. */
const FROM_SERVER: RuleId[] = ["charset", "viewport", "script-built", "blocking", "mixed", "words"];

/** Returns all findings in rule order, without rules that don't apply. */
export function judge(seen: Seen): Finding[] {
  return RULE_IDS.flatMap((id) => {
    const verdict = isSiteRule(id) ? (siteRules[id] as Judge)(seen) : judgePage(id, seen);
    return verdict ? [{ id, ...verdict }] : [];
  });
}

/** Judges a page by one rule. If part of the page wasn't read, warnings and failures become unchecked. */
function judgePage(id: Exclude<RuleId, SiteRuleId>, seen: Seen): Verdict | null {
  const isNote = RULES[id].weight === 0;
  const { page } = seen;
  if (!page?.read) return isNote ? null : unchecked(page ? "unreadable" : "page");
  const isBuilt = isScriptBuilt(page.read) && !FROM_SERVER.includes(id);
  const isContent = RULES[id].group === "content" || RULES[id].group === "data" || id === "sized-images";
  if (isBuilt && (isContent || id === "lazy-first")) return isNote ? null : unchecked("script");
  const verdict = pageRules[id].finding(auditedPage(page.read, page.url, seen));
  if (verdict?.state !== "warn" && verdict?.state !== "fail") return verdict;
  if (isBuilt) return unchecked("script");
  const isCut = page.answer.body.isCut || page.read.isTooDeep;
  // These two rules report what the page contains, so the unread part can't prove them wrong.
  return isCut && id !== "mixed" && id !== "blocking" ? unchecked("cut") : verdict;
}

const reachedBy = (visit: Visit | null): Reached => ({
  ...{ outcome: outcomeOf(visit), url: visit?.url ?? "", status: visit?.answer?.status ?? 0 },
});

const auditedPage = (read: ReadPage, url: URL, { canonical, links }: Seen): AuditedPage => ({
  ...{ facts: read, url, charset: read.charset, charsetFrom: read.charsetFrom },
  canonical: reachedBy(canonical),
  links: links.map(({ path, visit, isForbidden }) => {
    const reached = reachedBy(visit);
    return { ...reached, path, outcome: isForbidden ? "robots" : reached.outcome };
  }),
});
