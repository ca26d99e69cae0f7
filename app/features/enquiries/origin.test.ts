import { expect, test } from "vitest";
import { landingOf, readOrigin } from "./origin.ts";

const siteUrl = "https://seo.example";
const origin = (
  path: string,
  headers: Record<string, string> = {},
  options: { isPage?: boolean; referrer?: string; landing?: string } = {},
) =>
  readOrigin({ url: siteUrl + path, headers: new Headers(headers) }, { siteUrl, isPage: true, ...options });

test("a posted form yields its page, referring host, UTM values and language", () => {
  const headers = { "Accept-Language": "de-CH,de;q=0.9,en;q=0.8", Referer: `${siteUrl}/contact` };
  const referrer = "https://www.google.com/search?q=secret";
  expect(origin("/contact?utm_source=ads&utm_campaign=Spring%20sale&x=1", headers, { referrer })).toEqual({
    page: "/contact",
    referrer_host: "www.google.com",
    utm: { utm_source: "ads", utm_campaign: "Spring sale" },
    language: "de-CH",
    trail: [],
  });
});

test("the length and number of UTM values are limited", () => {
  const many = Array.from(
    { length: 30 },
    (_, i) => `utm_${"abcdefghijklmnopqrstuvwxyzabcd".slice(0, i + 1)}=1`,
  );
  const { utm } = origin(
    `/contact?utm_source=${"x".repeat(300)}&utm_term=a%0Ab%00c&utm_id=&utm_1=1&${many.join("&")}`,
  );
  expect(utm.utm_source).toBe("x".repeat(200));
  expect(utm.utm_term).toBe("a b c");
  expect(utm).not.toHaveProperty("utm_id");
  expect(utm).not.toHaveProperty("utm_1");
  expect(Object.keys(utm)).toHaveLength(10);
});

test("UTM values may come from the Referer or the previous page", () => {
  expect(origin("/contact", { Referer: `${siteUrl}/contact?utm_source=a` }).utm).toEqual({ utm_source: "a" });
  const referrer = `${siteUrl}/?utm_source=b`;
  expect(origin("/contact", { Referer: `${siteUrl}/contact` }, { referrer })).toMatchObject({
    utm: { utm_source: "b" },
    referrer_host: "",
  });
  expect(origin("/contact", {}, { referrer: "https://other.example/?utm_source=c" }).utm).toEqual({});
});

test("a campaign applies to later pages in the visit", () => {
  const Referer = `${siteUrl}/contact`;
  const landing = (site: string) =>
    origin(
      "/contact",
      { Referer },
      { referrer: `${siteUrl}/services`, landing: `${site}/blog?utm_source=d` },
    );
  expect(landing(siteUrl)).toMatchObject({ page: "/contact", utm: { utm_source: "d" }, referrer_host: "" });
  expect(landing("https://other.example").utm).toEqual({});
});

test("the endpoint takes the enquiry's page from the Referer", () => {
  const path = "/api/send-contact-email";
  const referer = (Referer: string) => origin(path, { Referer }, { isPage: false });
  expect(referer(`${siteUrl}/about?utm_medium=x`)).toMatchObject({
    page: "/about",
    utm: { utm_medium: "x" },
    referrer_host: "",
  });
  expect(referer("https://other.example/form")).toMatchObject({ page: "", referrer_host: "other.example" });
});

test.each(["", "javascript:alert(1)", "not an address", "data:text/html,x"])(
  "the referrer %j is ignored",
  (referrer) => {
    expect(origin("/contact", { "Accept-Language": "*" }, { referrer })).toEqual({
      page: "/contact",
      referrer_host: "",
      trail: [],
      utm: {},
      language: "",
    });
  },
);

test("click IDs of ads are kept, and their page counts as the campaign's landing page", () => {
  const landing = `${siteUrl}/?gclid=Cj0K_x&fbclid=IwAR&oddclid=1&clid=2`;
  expect(origin("/contact", {}, { landing }).utm).toEqual({ gclid: "Cj0K_x", fbclid: "IwAR", oddclid: "1" });
  const request = { url: `${siteUrl}/contact`, headers: new Headers({ Referer: landing }) };
  expect(landingOf(request, "")).toBe(landing);
  expect(landingOf(request, "", ["/a?utm_source=x", "/b?utm_source=y", "/c"])).toBe(
    `${siteUrl}/b?utm_source=y`,
  );
});
