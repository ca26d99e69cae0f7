import { expect, test } from "vitest";
import { isOwnUrl, webhookRules } from "./rules.ts";

const FORM = {
  ...{ name: "Tool", url: "https://hooks.slack.com/services/T/B/x", format: "standard" },
  ...{ events: ["enquiry.created"], sends_personal: "off", is_on: "on" },
};
const errorsOf = (changes: Record<string, unknown>) =>
  webhookRules
    .safeParse({ ...FORM, ...changes })
    .error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];

test("a form that's right is accepted, and an empty URL keeps the saved one", () => {
  expect(errorsOf({})).toEqual([]);
  expect(errorsOf({ url: "" })).toEqual([]);
  expect(webhookRules.parse({ ...FORM, name: " My\r\nTool\t", url: undefined })).toMatchObject({
    ...{ name: "My Tool", url: "", sends_personal: false, is_on: true },
  });
});

test.each([
  ...[
    "http://hooks.slack.com/",
    "hooks.slack.com",
    "javascript:alert(1)",
    "ftp://x.org/",
    "https://",
    "//x.org",
  ],
  ...["https://user@x.org/", "https://:secret@x.org/"],
  ...["https://127.0.0.1/", "https://0x7f.1/", "https://2130706433/", "https://[::1]/", "https://10.0.0.1/"],
  ...["https://93.184.215.14/", "https://[2606:4700::1111]/", "https://localhost/", "https://printer.local/"],
  ...[
    "https://intranet/",
    "https://x.internal/",
    "https://x.org:8443/",
    "https://x.org:22/",
    "https://x..org/",
  ],
])("%s is refused at the field", (url) => {
  expect(errorsOf({ url }).map((error) => error.split(":")[0])).toEqual(["url"]);
});

test.each([
  [{ name: " " }, "name"],
  [{ name: "x".repeat(101) }, "name"],
  [{ url: `https://x.org/${"x".repeat(2_000)}` }, "url"],
  [{ format: "xml" }, "format"],
  [{ events: [] }, "events"],
  [{ events: ["enquiry.created", "everything"] }, "events"],
])("%o is refused", (changes, field) => {
  expect(errorsOf(changes).join()).toMatch(new RegExp(`^${field}`));
});

test("HubSpot's form needs its URL, personal data and events about people", () => {
  const url = "https://api.hsforms.com/submissions/v3/integration/submit/1/2";
  const right = { format: "hubspot-form", url, sends_personal: "on" };
  expect(errorsOf(right)).toEqual([]);
  expect(errorsOf({ ...right, sends_personal: "off" })).toEqual([
    expect.stringMatching(/^format: HubSpot needs/),
  ]);
  expect(errorsOf({ ...right, events: ["enquiry.replied"] })).toEqual([expect.stringMatching(/^events: /)]);
  expect(errorsOf({ ...right, url: "https://hooks.slack.com/" })).toEqual([expect.stringMatching(/^url: /)]);
});

test.each([
  ["https://seopro.org/x", true],
  ["https://WWW.seopro.org./x", true],
  ["https://hooks.seopro.org/", false],
])("%s is on this site: %s", (url, isOwn) => {
  expect(isOwnUrl(url, "https://www.seopro.org")).toBe(isOwn);
});
