// Judges what was seen of a website by every rule.
import { type Finding, RULE_IDS, RULES, type RuleId } from "../../app/features/audit/result.ts";
import { contentRules, isScriptBuilt } from "./rules.content.ts";
import { crawlRules } from "./rules.crawl.ts";
import { headRules } from "./rules.head.ts";
import { reachRules } from "./rules.reach.ts";
import { answerRules, weightRules } from "./rules.weight.ts";
import type { Seen } from "./seen.ts";
import { type Judge, type JudgePage, unchecked, type Verdict } from "./verdict.ts";

const siteRules = { ...reachRules, ...crawlRules, ...answerRules };
const pageRules = { ...headRules, ...contentRules, ...weightRules };
const rules: { [Id in RuleId]: Id extends keyof typeof siteRules ? Judge : JudgePage } = {
  ...siteRules,
  ...pageRules,
};

/** What a script cannot change any more once the page is there. */
const FROM_SERVER: RuleId[] = ["charset", "viewport", "script-built", "blocking", "mixed", "words"];

/** Every finding there is, in the order of the rules; those of a rule that asks for nothing here are left out. */
export function judge(seen: Seen): Finding[] {
  return RULE_IDS.flatMap((id) => {
    const verdict = id in siteRules ? (rules[id] as Judge)(seen) : judgePage(id, seen);
    return verdict ? [{ id, ...verdict }] : [];
  });
}

/** Nothing is held against a page that lies in a part of it which was not seen. */
function judgePage(id: RuleId, seen: Seen): Verdict | null {
  const isNote = RULES[id].weight === 0;
  const { page } = seen;
  if (!page?.read) return isNote ? null : unchecked(page ? "unreadable" : "page");
  const isBuilt = isScriptBuilt(page) && !FROM_SERVER.includes(id);
  const isContent = RULES[id].group === "content" || RULES[id].group === "data" || id === "sized-images";
  if (isBuilt && (isContent || id === "lazy-first")) return isNote ? null : unchecked("script");
  const verdict = (rules[id] as JudgePage)(page, seen);
  if (verdict?.state !== "warn" && verdict?.state !== "fail") return verdict;
  if (isBuilt) return unchecked("script");
  const isCut = page.answer.body.isCut || page.read.isTooDeep;
  // What is there is there, also in a page whose end was not read.
  return isCut && id !== "mixed" && id !== "blocking" ? unchecked("cut") : verdict;
}
