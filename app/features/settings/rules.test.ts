import { expect, test } from "vitest";
import { isSampleAddress, settings } from "./rules.ts";

/** What a value of a key becomes, or what is wrong with it. */
function check(key: string, value: string) {
  const { data, error } = settings.safeParse({ [key]: value });
  return data ? (data as Record<string, unknown>)[key] : error?.issues[0]?.message;
}

test("DECISIONS 25: 'accept G-, UA-, AW- and GTM- forms only'", () => {
  for (const id of ["G-AB12CD34EF", "UA-123456-7", "AW-123456789"])
    expect(check("google_analytics_id", id)).toBe(id);
  expect(check("google_analytics_id", " g-ab12cd34ef ")).toBe("G-AB12CD34EF");
  expect(check("google_tag_manager", "GTM-AB12CD")).toBe("GTM-AB12CD");
  for (const id of ["GTM-AB12CD", "G-", "G-1');alert(1)//", "12345", "<script>"])
    expect(check("google_analytics_id", id)).toMatch(/must look like/);
  for (const id of ["G-AB12CD34EF", "GTM-", "GTM-AB 12"])
    expect(check("google_tag_manager", id)).toMatch(/must look like/);
});

test("DECISIONS 25: 'Owners paste the whole verification <meta> tag: take its token'", () => {
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

test("addresses are http or https, an e-mail is one, and empty stays empty", () => {
  expect(check("facebook_url", "https://facebook.com/us")).toBe("https://facebook.com/us");
  for (const wrong of ["javascript:alert(1)", "facebook.com/us", "https://", "ftp://facebook.com"])
    expect(check("facebook_url", wrong)).toMatch(/must start with https/);
  expect(check("contact_email", "us@company.com")).toBe("us@company.com");
  expect(check("contact_email", "us at company")).toMatch(/must be an address/);
  for (const key of ["facebook_url", "contact_email", "google_analytics_id", "google_search_console"])
    expect(check(key, "  ")).toBe("");
});

test("DECISIONS 4: a time zone is one that exists, a blog shows `today` or `published`", () => {
  expect(check("time_zone", "Europe/Berlin")).toBe("Europe/Berlin");
  for (const wrong of ["Mars/Olympus", "+02:00", "New York"])
    expect(check("time_zone", wrong)).toMatch(/Choose a time zone/);
  expect(check("blog_date_display", "published")).toBe("published");
  expect(check("blog_date_display", "never")).toMatch(/Choose which date/);
});

test("addresses of the samples are known as such", () => {
  for (const email of ["hello@example.com", "a@mail.example.org", "hello@seoprozone.example"])
    expect(isSampleAddress(email)).toBe(true);
  for (const email of ["", "hello@seoprozone.com", "hello@myexample.com", "example.com@gmail.com"])
    expect(isSampleAddress(email)).toBe(false);
});
