import { expect, test } from "vitest";
import { explainWith } from "./explain.ts";

const hours = { page_name: "contact", section_name: "hours", content_key: "items" };
const explain = (lines: object[]) => explainWith(hours)?.(JSON.stringify(lines));

test("the hint for business hours lists unreadable lines and supported formats", () => {
  const understood = { days: "Mon-Fri", hours: "8am to 5.30pm" };
  expect(explain([understood])).toMatch(
    /^“Open now” and today's hours are based on these\. Supported formats: /,
  );
  expect(explain([understood, { days: "Sat", hours: "by appointment" }])).toMatch(
    /^Shown as typed, without “Open now”: “Sat by appointment”\. Supported formats: /,
  );
  expect(explainWith({ ...hours, content_key: "title" })).toBeUndefined();
});
