import { DomUtils, parseDocument } from "htmlparser2";
import { expect, test } from "vitest";
import { composeNotice } from "./notice.ts";
import type { Enquiry } from "./rules.ts";

const enquiry: Enquiry = {
  name: `Ada <b>"Byron"</b>`,
  email: "ada@example.com",
  phone: "+1 212 555 0101",
  website: "https://ada.example/?a=1&b='2'",
  message: "First line\n<script>alert(1)</script>",
  services: ["Local SEO", "Digital PR"],
  formType: "contact",
};
const facts = {
  page: "https://seo.example/contact",
  receivedAt: new Date("2026-01-02T03:04:05Z"),
  timeZone: "America/New_York",
  siteTitle: "SEO Pro Zone",
};

test("the HTML version has the same content, with visitor input escaped", () => {
  const { html_body } = composeNotice(enquiry, facts);
  expect(html_body).not.toMatch(/<script|<b>"|"Byron"/);
  const visible = DomUtils.textContent(parseDocument(html_body));
  for (const value of [
    enquiry.name,
    enquiry.email,
    enquiry.phone,
    enquiry.website,
    "Digital PR",
    "contact",
    facts.page,
  ]) {
    expect(visible).toContain(value);
  }
  expect(visible).toContain("First line\n<script>alert(1)</script>");
});

test("a visitor's email address can't add recipients to the reply", () => {
  const { html_body } = composeNotice({ ...enquiry, email: "ada?cc=eve@example.com" }, facts);
  expect(html_body).toContain('<a href="mailto:ada%3Fcc%3Deve@example.com">ada?cc=eve@example.com</a>');
});

test("the subject names the form and the sender, up to a maximum length", () => {
  expect(composeNotice(enquiry, facts).subject).toContain(enquiry.name);
  expect(composeNotice(enquiry, facts).subject).toContain("contact");
  expect(composeNotice({ ...enquiry, name: "x".repeat(400) }, facts).subject.length).toBeLessThanOrEqual(150);
});

test("an unknown time zone falls back to New York time", () => {
  const { text_body } = composeNotice(enquiry, { ...facts, timeZone: "Mars/Base" });
  for (const part of ["Thursday, January 1, 2026", "10:04:05"]) expect(text_body).toContain(part);
});

test("empty fields are shown as 'not given'", () => {
  const empty = { ...enquiry, phone: "", website: "", services: [], message: "" };
  expect(composeNotice(empty, facts).text_body.match(/not given/g)).toHaveLength(4);
});

test("the campaign and referring site are shown only if known", () => {
  const origin = { referrer_host: "search.example", utm: { utm_source: "ads", utm_term: "<b>" } };
  const { text_body, html_body } = composeNotice(enquiry, { ...facts, ...origin });
  expect(text_body).toContain("Came from: search.example\nCampaign: utm_source=ads, utm_term=<b>\n");
  expect(html_body).not.toContain("utm_term=<b>");
  expect(composeNotice(enquiry, facts).text_body).not.toMatch(/Came from|Campaign/);
});
