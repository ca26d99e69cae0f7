// A result in words, for the report's page and for the panel alike. Texts of the checked site in it are shown as text.
import { ruleWords, uncheckedWords } from "../../copy/site/audit-rules.ts";
import { type AuditResult, byWeight, type Finding, type Group, ruleOf, scoreOf } from "./result.ts";

/** One finding: what the rule is called, what was found, what to do, and who says so. */
export type Described = { id: string; name: string; found: string; todo: string; source: string };

/** All that there is to say of a result, in the order of what to do first. */
export type DescribedResult = {
  score: number | null;
  groups: { group: Group; score: number | null }[];
  fail: Described[];
  warn: Described[];
  pass: Described[];
  note: Described[];
  /** what was not checked, by the reason */
  unchecked: { why: string; names: string[] }[];
};

export function describeResult(result: AuditResult): DescribedResult {
  const { overall, groups } = scoreOf(result);
  const ordered = byWeight(result.findings);
  const of = (state: Finding["state"]) =>
    ordered.filter((finding) => finding.state === state).map((finding) => describe(finding));
  return {
    score: overall,
    // A group that holds nothing on this page says nothing about it.
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

function describe(finding: Finding): Described {
  const { name, found, todo } = ruleWords[finding.id];
  return { id: finding.id, name, found: found(finding), todo, source: ruleOf(finding.id).source };
}

function uncheckedOf(findings: Finding[]) {
  const byReason = new Map<string, string[]>();
  for (const { id, state, value } of findings) {
    if (state !== "unchecked") continue;
    const why = whyOf(value.why);
    byReason.set(why, [...(byReason.get(why) ?? []), ruleWords[id].name]);
  }
  return [...byReason].map(([why, names]) => ({ why, names }));
}

const whyOf = (why: Finding["value"][string] | undefined): string =>
  Object.entries(uncheckedWords).find(([name]) => name === why)?.[1] ?? "";
