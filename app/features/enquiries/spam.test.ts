import { expect, test } from "vitest";
import { isFormSuspect } from "../public-forms/signs.ts";
import type { Enquiry } from "./rules.ts";
import { findSpamReasons } from "./spam.ts";

const enquiry: Enquiry = {
  name: "Ada Byron",
  email: "ada@example.com",
  phone: "+1 212 555 0101",
  website: "https://www.shop.example",
  message: "Hello, can you help us?",
  services: [],
  formType: "contact",
};
const says = (message: string) => ({ ...enquiry, message });
const links = (count: number) =>
  Array.from({ length: count }, (_, i) => `https://site-${i}.example/x`).join(" ");
const DAY_MS = 86_400_000;
const person = { trap: "", ageMs: 60_000 };

test.each([
  ["an ordinary message", enquiry, person],
  ["a tab that was open for 30 days", enquiry, { trap: "", ageMs: 30 * DAY_MS }],
  ["a browser that fills in everything in a second", enquiry, { trap: "", ageMs: 900 }],
  ["a form whose stamp got lost", enquiry, { trap: "", ageMs: null }],
  ["a question about a script", says("Why is <script src='/a.js'> slow?"), person],
  ["an example in HTML", says('Is <a href="https://x.example">this</a> a good link?'), person],
  ["forty links to the sender's own site", says(Array(40).fill("https://shop.example/a").join("\n")), person],
  ["nine competitors", says(links(9)), person],
  ["a casino that wants links", says("Our online casino wants to buy backlinks. Can you help?"), person],
  ["a pharmacy and its rivals", says(`We sell Viagra online. They rank above us: ${links(4)}`), person],
  [
    "a question about a spam offer",
    says(`Somebody wrote "Buy cheap backlinks" and sent ${links(3)}. Is it serious?`),
    person,
  ],
  ["a client's goals and rivals", says(`Get more traffic and reviews. Rivals: ${links(4)}`), person],
  ["two links, filled by the browser", says(links(2)), { trap: "", ageMs: 900 }],
] satisfies [string, Enquiry, typeof person | { trap: string; ageMs: null }][])(
  "an ordinary visitor's enquiry is never marked as spam: %s",
  (_what, sent, form) => {
    expect(findSpamReasons(sent, form)).toEqual([]);
    expect(findSpamReasons(sent)).toEqual([]);
  },
);

test.each([
  ["a filled hidden field", enquiry, { trap: "x", ageMs: 60_000 }],
  ["links, sent immediately", says(links(3)), { trap: "", ageMs: 900 }],
  ["links, without our form's stamp", says(links(3)), { trap: "", ageMs: null }],
  ["a script, sent immediately", says("<script>alert(1)</script>"), { trap: "", ageMs: 0 }],
] satisfies [string, Enquiry, { trap: string; ageMs: number | null }][])(
  "signs from the form can mark an enquiry as spam: %s",
  (_what, sent, form) => {
    expect(findSpamReasons(sent, form)).not.toEqual([]);
    expect(findSpamReasons(sent, person)).toEqual([]);
  },
);

test.each([
  ["a link among the choices", { ...enquiry, budget: "https://ads.example" }],
  ["a link in the name", { ...enquiry, name: "Win https://bad.example" }],
  ["a link in the phone number", { ...enquiry, phone: "www.bad.example" }],
  ["a forum's links", says("Great [url=https://bad.example]pills[/url]")],
  ["ten other sites", says(links(10))],
  ["spam products and several links", says(`Buy cheap backlinks ${links(3)} casino viagra`)],
  ["spam products and one link", says("Buy cheap backlinks https://a.example/1 casino viagra")],
  ["spam products in the name", { ...says(links(3)), name: "Viagra Casino" }],
  ["an offer and several sites", says(`Hi!\nGet 1000 dofollow backlinks now ${links(3)}`)],
  ["a script and HTML links", says('<script>x</script><a href="https://bad.example">x</a>')],
  ["a script and several sites", says(`<script>x</script> ${links(3)}`)],
])("content alone can mark an enquiry as spam: %s", (_what, sent) => {
  expect(findSpamReasons(sent)).not.toEqual([]);
});

test("every reason is a sentence for the owner", () => {
  const reasons = findSpamReasons(says(`[url=x] ${links(12)}`), { trap: "x", ageMs: null });
  expect(reasons).toHaveLength(4);
  for (const reason of reasons) expect(reason).toMatch(/^[A-Z].*\.$/);
  expect(reasons.join()).toContain("12 other sites");
});

test("the newsletter form has its own spam check", () => {
  expect(isFormSuspect({ trap: "x", ageMs: 60_000 })).toBe(true);
  expect(isFormSuspect({ trap: "", ageMs: null })).toBe(false);
  expect(isFormSuspect({ trap: "", ageMs: 100 })).toBe(false);
});
