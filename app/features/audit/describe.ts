// Describes audit results. Escape the texts, since they quote the checked site.
import { ruleWords, uncheckedWords } from "../../copy/site/audit-rules.ts";
import { type AuditResult, byWeight, type Finding, ruleOf, scoreOf, worstOf } from "./result.ts";

export type DescribedFinding = ReturnType<typeof describe>;

export type DescribedAudit = ReturnType<typeof describeResult>;

/** Returns a result's score and findings, most urgent first. */
export function describeResult(result: Pick<AuditResult, "findings">) {
  const { overall, groups } = scoreOf(result);
  const ordered = byWeight(result.findings);
  const of = (state: Finding["state"]) => ordered.filter((finding) => finding.state === state).map(describe);
  return {
    score: overall,
    groups: groups
      .filter(({ counts }) => counts.pass + counts.warn + counts.fail + counts.unchecked > 0)
      .map(({ group, score }) => ({ group, score })),
    worst: worstOf(ordered).map(describe),
    fail: of("fail"),
    warn: of("warn"),
    pass: of("pass"),
    note: of("note"),
    unchecked: uncheckedOf(ordered),
  };
}

function describe(finding: Finding) {
  const { name, found, todo } = ruleWords[finding.id];
  const { id, state } = finding;
  return { id, state, name, found: found(finding), todo, source: ruleOf(id).source };
}

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
