// Describes an audit result in words, for the report and the panel. Texts of the checked site must be escaped when
// shown.
import { ruleWords, uncheckedWords } from "../../copy/site/audit-rules.ts";
import { type AuditResult, byWeight, type Finding, ruleOf, scoreOf } from "./result.ts";

/** One finding: the rule's name, what was found, what to do, and the source of the rule. */
export type DescribedFinding = ReturnType<typeof describe>;

export type DescribedAudit = ReturnType<typeof describeResult>;

/** Returns the full description of a result, ordered by what to do first. */
export function describeResult(result: Pick<AuditResult, "findings">) {
  const { overall, groups } = scoreOf(result);
  const ordered = byWeight(result.findings);
  const of = (state: Finding["state"]) => ordered.filter((finding) => finding.state === state).map(describe);
  return {
    score: overall,
    // Leaves out groups that have nothing to show for this page.
    groups: groups
      .filter(({ counts }) => counts.pass + counts.warn + counts.fail + counts.unchecked > 0)
      .map(({ group, score }) => ({ group, score })),
    fail: of("fail"),
    warn: of("warn"),
    pass: of("pass"),
    note: of("note"),
    unchecked: uncheckedOf(ordered),
  };
}

function describe(finding: Finding) {
  const { name, found, todo } = ruleWords[finding.id];
  return { id: finding.id, name, found: found(finding), todo, source: ruleOf(finding.id).source };
}

/** Groups the unchecked rules by reason. */
function uncheckedOf(findings: Finding[]) {
  const unchecked = findings.filter(({ state }) => state === "unchecked");
  const byReason = Map.groupBy(unchecked, ({ value }) => whyOf(value.why));
  return [...byReason].map(([why, of]) => ({
    why,
    rules: of.map(({ id }) => ({ id, name: ruleWords[id].name })),
  }));
}

const whyOf = (why: Finding["value"][string] | undefined): string =>
  Object.entries(uncheckedWords).find(([name]) => name === why)?.[1] ?? "";
