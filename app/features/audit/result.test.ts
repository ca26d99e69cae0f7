import { describe, expect, test } from "vitest";
import { byWeight, type Finding, GROUPS, RULE_IDS, type RuleId, ruleOf, scoreOf } from "./result.ts";

const finding = (id: RuleId, state: Finding["state"]): Finding => ({ id, state, value: {} });
/** Every judged rule in one state, but for those named. */
const all = (state: Finding["state"], others: Partial<Record<RuleId, Finding["state"]>> = {}) =>
  RULE_IDS.map((id) => finding(id, others[id] ?? (ruleOf(id).weight ? state : "note")));
const groupOf = (findings: Finding[], group: string) =>
  scoreOf({ findings }).groups.find((one) => one.group === group)!;

describe("the rules", () => {
  test("there are 35 that are judged and 3 notes, each with a source that can be opened", () => {
    expect(RULE_IDS.filter((id) => ruleOf(id).weight > 0)).toHaveLength(35);
    expect(RULE_IDS.filter((id) => ruleOf(id).weight === 0)).toEqual(["ai-agents", "words", "retired"]);
    for (const id of RULE_IDS) expect(URL.parse(ruleOf(id).source)?.protocol, id).toBe("https:");
    expect([...new Set(RULE_IDS.map((id) => ruleOf(id).group))]).toEqual(GROUPS);
  });

  test("a page that cannot be reached, crawled or indexed is not found at all: these are the gates", () => {
    expect(RULE_IDS.filter((id) => ruleOf(id).isGate)).toEqual(["reach", "robots-allow", "indexable"]);
  });
});

describe("the score", () => {
  test("is 100 where everything passes, 50 where everything is a warning", () => {
    expect(scoreOf({ findings: all("pass") }).overall).toBe(100);
    expect(scoreOf({ findings: all("warn") }).overall).toBe(50);
    for (const { score } of scoreOf({ findings: all("pass") }).groups) expect(score).toBe(100);
  });

  test("counts each rule by its weight", () => {
    // Head: 3 + 2 + 2 + 2 + 1 + 1 + 1 + 1 = 13
    expect(groupOf(all("pass", { title: "fail" }), "head").score).toBe(77);
    expect(groupOf(all("pass", { lang: "fail" }), "head").score).toBe(92);
    expect(groupOf(all("pass", { lang: "warn" }), "head").score).toBe(96);
  });

  test("a note and a rule without a finding count for nothing", () => {
    const some = all("pass").filter(({ id }) => id !== "hreflang" && id !== "words");
    expect(scoreOf({ findings: some }).overall).toBe(100);
  });

  test.each(["reach", "robots-allow", "indexable"] as const)(
    "a page that fails %s gets 39 at most, and the group 30",
    (gate) => {
      const findings = all("pass", { [gate]: "fail" });
      expect(scoreOf({ findings }).overall).toBe(39);
      expect(groupOf(findings, ruleOf(gate).group).score).toBe(30);
      expect(groupOf(findings, "head").score).toBe(100);
      // A cap, not a gift.
      expect(scoreOf({ findings: all("fail") }).overall).toBe(0);
    },
  );

  test("what could not be checked is neither good nor bad, and under 60 % of the weight there is no number", () => {
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

  test("exactly 60 % of the weight is enough", () => {
    // Data: 2 of 3; crawl: 6 of 10.
    const findings = all("pass", { "robots-file": "unchecked", sitemap: "unchecked" });
    expect(groupOf(findings, "crawl").score).toBe(100);
  });

  test("each group tells how many findings it has of each state", () => {
    const findings = all("pass", { sitemap: "warn", indexable: "fail", "robots-file": "unchecked" });
    expect(groupOf(findings, "crawl").counts).toEqual({ pass: 1, warn: 1, fail: 1, unchecked: 1, note: 1 });
  });
});

test("findings are ordered by what to do first: failed by weight, gates before others, then warnings, then the rest", () => {
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
