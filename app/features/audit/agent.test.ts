import { expect, test } from "vitest";
import { BUILT_IN_SITE_TITLE } from "../../copy/business.ts";
import { checkerAgent, checkerName } from "./agent.ts";

test.each([
  [BUILT_IN_SITE_TITLE, "SEOProZoneAudit"],
  ["Müller & Söhne SEO", "MullerSohneSEOAudit"],
  ["Ада", "WebsiteAudit"],
  ["", "WebsiteAudit"],
  ["Evil\r\nHost: x (y)/2 ; *", "EvilHostxy2Audit"],
  ["Long ".repeat(40), `${"Long".repeat(10)}Audit`],
])("the checker of a site called %j is named %s", (title, name) => {
  expect(checkerName(title)).toBe(name);
  expect(checkerAgent(title, "https://own.example.org")).toBe(
    `${name}/1.0 (+https://own.example.org/audit-method)`,
  );
});
