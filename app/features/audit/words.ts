// Findings in words: what a report says of each, made when it is shown.
import type { RuleWords } from "../../copy/site/audit-rules.found.ts";
import { ruleWords, troubleWords, uncheckedWords } from "../../copy/site/audit-rules.ts";
import type { Finding, RuleId, Trouble } from "./result.ts";

/** Why something was not checked: `value.why` of an `unchecked` finding. */
export type Why = keyof typeof uncheckedWords;

const words: Record<RuleId, RuleWords> = ruleWords;
const troubles: Record<Trouble, string> = troubleWords;

/** What a rule is called. */
export const nameOf = (id: RuleId): string => words[id].name;

/** What to do about a rule that did not pass. */
export const todoOf = (id: RuleId): string => words[id].todo;

/** Why the page could not be read, as one or two sentences. */
export const troubleText = (trouble: Trouble): string => troubles[trouble];

/** What was found, or why it was not checked, as one or two sentences; plain text, with words of the site in it. */
export function foundText(finding: Finding): string {
  if (finding.state !== "unchecked") return words[finding.id].found(finding);
  return uncheckedWords[String(finding.value.why) as Why] ?? uncheckedWords.answer;
}
