import { expect, test } from "vitest";
import { fill } from "./fill.ts";

test("a placeholder is replaced by its value, and left unchanged if it has none", () => {
  expect(fill("{count} {industry} Case Studies", { count: 0, industry: "SaaS" })).toBe("0 SaaS Case Studies");
  const misspelled = "{industri} {constructor} {toString} {__proto__}";
  expect(fill(misspelled, { industry: "SaaS" })).toBe(misspelled);
});
