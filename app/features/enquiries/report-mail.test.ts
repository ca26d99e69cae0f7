import { expect, test } from "vitest";
import { unreadResult } from "../audit/result.ts";
import { composeReport, digestAudit } from "./report-mail.ts";

const about = { siteTitle: "Northlight", url: "https://north.example/audit/x" };
const compose = (host: string) => {
  const result = unreadResult(`https://${host}/`, host, "time-out");
  return [
    composeReport({ ...about, host }, null),
    composeReport({ ...about, host }, digestAudit(result)),
    composeReport({ ...about, host }, digestAudit({ ...result, trouble: null })),
  ];
};

test.each([
  ["your-invoice-is-overdue.pay-now.example.com", "example\u200b.\u200bcom"],
  ["www.bakery.co.uk", "bakery\u200b.\u200bco\u200b.\u200buk"],
  ["93.184.215.14", "93\u200b.\u200b184\u200b.\u200b215\u200b.\u200b14"],
  [`${"pay-now-".repeat(7)}x.com`, "pay-now-pay-now-pay-now-pay-now-pay-now-…"],
])("emails show only the domain of %s, shortened if it's long and never as a link", (host, shown) => {
  for (const { subject, text_body, html_body } of compose(host)) {
    expect(subject).toBe("Your SEO audit report");
    for (const body of [text_body, html_body]) {
      expect(body).toContain(` ${shown}`);
      expect(body).not.toContain(host);
      expect(body).not.toContain("invoice");
      expect(body.replaceAll("north.example", "")).not.toMatch(/[a-z0-9-]\.(com|uk|14)\b/);
    }
  }
});
