import { describe, expect, test } from "vitest";
import { pages } from "../../copy/site/pages.ts";
import {
  byWeight,
  type Finding,
  GROUPS,
  RULE_IDS,
  type RuleId,
  ruleOf,
  scoreOf,
  serviceOf,
  worstOf,
} from "./result.ts";

const finding = (id: RuleId, state: Finding["state"]): Finding => ({ id, state, value: {} });
const all = (state: Finding["state"], others: Partial<Record<RuleId, Finding["state"]>> = {}) =>
  RULE_IDS.map((id) => finding(id, others[id] ?? (ruleOf(id).weight ? state : "note")));
const groupOf = (findings: Finding[], group: string) =>
  scoreOf({ findings }).groups.find((one) => one.group === group)!;

describe("the rules", () => {
  test("35 rules affect the score, 3 are notes, and each has an https source", () => {
    expect(RULE_IDS.filter((id) => ruleOf(id).weight > 0)).toHaveLength(35);
    expect(RULE_IDS.filter((id) => ruleOf(id).weight === 0)).toEqual(["ai-agents", "words", "retired"]);
    for (const id of RULE_IDS) expect(URL.parse(ruleOf(id).source)?.protocol, id).toBe("https:");
    expect([...new Set(RULE_IDS.map((id) => ruleOf(id).group))]).toEqual(GROUPS);
  });

  test("the gates are reach, robots-allow and indexable", () => {
    expect(RULE_IDS.filter((id) => ruleOf(id).isGate)).toEqual(["reach", "robots-allow", "indexable"]);
  });
});

test("what a rule finds is fixed by a service whose page has a price", () => {
  for (const id of RULE_IDS) expect(pages[`services/${serviceOf(id)}`].hero.price, id).toMatch(/^\$\d/);
});

describe("the score", () => {
  test("the score is 100 if every rule passes and 50 if every rule warns", () => {
    expect(scoreOf({ findings: all("pass") }).overall).toBe(100);
    expect(scoreOf({ findings: all("warn") }).overall).toBe(50);
    for (const { score } of scoreOf({ findings: all("pass") }).groups) expect(score).toBe(100);
  });

  test("the score weighs each rule", () => {
    // Weights in "head": 3 + 2 + 2 + 2 + 1 + 1 + 1 + 1 = 13.
    expect(groupOf(all("pass", { title: "fail" }), "head").score).toBe(77);
    expect(groupOf(all("pass", { lang: "fail" }), "head").score).toBe(92);
    expect(groupOf(all("pass", { lang: "warn" }), "head").score).toBe(96);
  });

  test("the score ignores notes and rules without a finding", () => {
    const some = all("pass").filter(({ id }) => id !== "hreflang" && id !== "words");
    expect(scoreOf({ findings: some }).overall).toBe(100);
  });

  test.each(["reach", "robots-allow", "indexable"] as const)(
    "the score is at most 39 for a page that fails %s",
    (gate) => {
      const findings = all("pass", { [gate]: "fail" });
      expect(scoreOf({ findings }).overall).toBe(39);
      expect(groupOf(findings, ruleOf(gate).group).score).toBe(30);
      expect(groupOf(findings, "head").score).toBe(100);
      // The cap never raises a score.
      expect(scoreOf({ findings: all("fail") }).overall).toBe(0);
    },
  );

  test("the score is null if less than 60% of the weight was checked", () => {
    const unchecked = (ids: RuleId[]) =>
      all(
        "pass",
        Object.fromEntries(ids.map((id): [RuleId, "unchecked"] => [id, "unchecked"])) as Record<
          RuleId,
          "unchecked"
        >,
      );
    expect(groupOf(unchecked(["title", "description"]), "head").score).toBe(100);
    expect(groupOf(unchecked(["title", "description", "canonical"]), "head").score).toBeNull();
    expect(scoreOf({ findings: all("unchecked", { reach: "fail" }) }).overall).toBeNull();
    expect(scoreOf({ findings: [] }).overall).toBeNull();
  });

  test("there is a score if exactly 60% of the weight was checked", () => {
    // In "crawl", 6 of 10 points of weight were checked.
    const findings = all("pass", { "robots-file": "unchecked", sitemap: "unchecked" });
    expect(groupOf(findings, "crawl").score).toBe(100);
  });

  test("each group counts its findings by state", () => {
    const findings = all("pass", { sitemap: "warn", indexable: "fail", "robots-file": "unchecked" });
    expect(groupOf(findings, "crawl").counts).toEqual({ pass: 1, warn: 1, fail: 1, unchecked: 1, note: 1 });
  });
});

test("findings are sorted by urgency", () => {
  const findings = [
    finding("words", "note"),
    finding("hops", "pass"),
    finding("reach", "unchecked"),
    finding("lang", "warn"),
    finding("canonical", "warn"),
    finding("mixed", "fail"),
    finding("https", "fail"),
    finding("title", "pass"),
    finding("indexable", "fail"),
    finding("lazy-first", "fail"),
  ];
  expect(byWeight(findings).map(({ id }) => id)).toEqual([
    ...["indexable", "https", "mixed", "lazy-first"],
    ...["canonical", "lang"],
    ...["hops", "title", "words", "reach"],
  ]);
  expect(findings[0]?.id).toBe("words");
});

test("the worst findings are at most three, errors before heavier warnings, and none of what passed", () => {
  const findings = [
    finding("https", "warn"),
    finding("title", "warn"),
    finding("lang", "fail"),
    finding("lazy-first", "warn"),
    finding("reach", "pass"),
    finding("words", "note"),
    finding("indexable", "unchecked"),
  ];
  expect(worstOf(findings).map(({ id }) => id)).toEqual(["lang", "https", "title"]);
  expect(worstOf(findings.slice(3)).map(({ id }) => id)).toEqual(["lazy-first"]);
});
