import { expect, test } from "vitest";
import sampleSettings from "../../../db/sample-content/settings.json" with { type: "json" };
import { isSampleEmail, SAMPLE_EMAIL, settings } from "./rules.ts";
import { listTimeZones } from "./time-zones.ts";

function check(key: string, value: string) {
  const { data, error } = settings.safeParse({ [key]: value });
  return data ? (data as Record<string, unknown>)[key] : error?.issues[0]?.message;
}

test("a 50 MB time zone is rejected quickly", () => {
  expect(check("time_zone", "x".repeat(50_000_000))).toMatch(/Shorten this to 100/);
});

test("decision 0035.25: tracking IDs must start with G-, UA-, AW- or GTM-", () => {
  for (const id of ["G-AB12CD34EF", "UA-123456-7", "AW-123456789"])
    expect(check("google_analytics_id", id)).toBe(id);
  expect(check("google_analytics_id", " g-ab12cd34ef ")).toBe("G-AB12CD34EF");
  expect(check("google_tag_manager", "GTM-AB12CD")).toBe("GTM-AB12CD");
  for (const id of ["GTM-AB12CD", "G-", "G-1');alert(1)//", "12345", "<script>"])
    expect(check("google_analytics_id", id)).toMatch(/must look like/);
  for (const id of ["G-AB12CD34EF", "GTM-", "GTM-AB 12"])
    expect(check("google_tag_manager", id)).toMatch(/must look like/);
});

test("decision 0035.25: a pasted verification <meta> tag is reduced to its token", () => {
  const token = "aBc-123_xyz=";
  for (const pasted of [
    token,
    `<meta name="google-site-verification" content="${token}" />`,
    ` <META content='${token}' name='google-site-verification'>\n`,
    `<meta name=google-site-verification content=${token}>`,
  ])
    expect(check("google_search_console", pasted)).toBe(token);
  for (const wrong of ["<script>alert(1)</script>", "two words", '<meta name="x">'])
    expect(check("google_search_console", wrong)).toMatch(/Paste the Search Console verification code/);
});

test("URLs and email addresses are validated, and URLs get https", () => {
  expect(check("facebook_url", "https://facebook.com/us")).toBe("https://facebook.com/us");
  expect(check("facebook_url", "www.facebook.com/us")).toBe("https://www.facebook.com/us");
  for (const wrong of ["javascript:alert(1)", "@us", "my page", "https://", "ftp://facebook.com"])
    expect(check("facebook_url", wrong)).toMatch(/must start with https/);
  expect(check("contact_email", "us@company.com")).toBe("us@company.com");
  expect(check("contact_email", "us at company")).toMatch(/must be an address/);
  for (const key of ["facebook_url", "contact_email", "google_analytics_id", "google_search_console"])
    expect(check(key, "  ")).toBe("");
});

test("decision 0035.4: unknown time zones and date choices are rejected", () => {
  expect(check("time_zone", "Europe/Berlin")).toBe("Europe/Berlin");
  for (const wrong of ["Mars/Olympus", "+02:00", "EST", "mst", "Atlantis", "東京"])
    expect(check("time_zone", wrong)).toMatch(/Choose a time zone/);
  expect(check("blog_date_display", "published")).toBe("published");
  expect(check("blog_date_display", "never")).toMatch(/Choose which date/);
});

test("a time zone can be entered as a city, a label or an IANA name", () => {
  for (const typed of [
    ...["New York", "  new york ", "new_york", "NEW-YORK", "America/New York", "america/new_york"],
    ...["New York (America)", "New York (America), GMT-05:00", "New York, America"],
  ])
    expect([typed, check("time_zone", typed)]).toEqual([typed, "America/New_York"]);
  for (const [typed, zone] of [
    ["São Paulo", "America/Sao_Paulo"],
    ["St. John's", "America/St_Johns"],
    ["Port au Prince", "America/Port-au-Prince"],
    ["knox", "America/Indiana/Knox"],
    ["kyiv", "Europe/Kyiv"],
    ["Asia/Kolkata", "Asia/Kolkata"],
    ["UTC", "UTC"],
  ])
    expect([typed, check("time_zone", typed!)]).toEqual([typed, zone]);
});

test("every label in the time zone list is valid input", () => {
  const labelOn = (day: string, zone: string) =>
    listTimeZones(new Date(day)).find(({ name }) => name === zone)?.label;
  expect(labelOn("2026-01-15", "America/New_York")).toBe("New York (America), GMT-05:00");
  expect(labelOn("2026-07-15", "America/New_York")).toBe("New York (America), GMT-04:00");
  expect(labelOn("2026-01-15", "America/Indiana/Knox")).toBe("Knox (America, Indiana), GMT-06:00");
  const list = listTimeZones();
  expect(list.map(({ label }) => check("time_zone", label))).toEqual(list.map(({ name }) => name));
});

test("only the demo content's contact email counts as a sample", () => {
  expect(sampleSettings.contact_email).toBe(SAMPLE_EMAIL);
  for (const email of ["hello@example.com", " Hello@Example.com "]) expect(isSampleEmail(email)).toBe(true);
  for (const email of ["", "owner@example.com", "hello@seoprozone.com", "hello@example.com.au"])
    expect(isSampleEmail(email)).toBe(false);
});
