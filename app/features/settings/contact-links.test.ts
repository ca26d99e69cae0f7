import { expect, test } from "vitest";
import { businessOf, internationalNumber, networkOf, phoneHref, profilesOf } from "./contact-links.ts";

const settings = {
  site_title: "SEO Pro Zone",
  brand_color: "#2442e8",
  look: "marker",
  marker_color: "#e2f54b",
  time_zone: "America/New_York",
  blog_date_display: "today",
  confirmation_mail: "off",
  instant_audit: "on",
  google_analytics_code_at_once: "off",
  google_tag_manager_code_at_once: "off",
  google_tag_manager_custom_html: "off",
  tracking_safe_mode: "off",
};

test("a social link must be a web URL", () => {
  expect(profilesOf({ ...settings, linkedin_url: "javascript:alert(1)" })).toEqual([]);
  expect(profilesOf({ ...settings, linkedin_url: "our page" })).toEqual([]);
});

test("a profile link is named after its network or else its host", () => {
  expect(networkOf("https://www.linkedin.com/in/ada")).toBe("LinkedIn");
  expect(networkOf(" https://ada.example/about ")).toBe("ada.example");
  expect(networkOf("https://notlinkedin.com/in/ada")).toBe("notlinkedin.com");
  for (const none of ["", "/team", "javascript:alert(1)"]) expect(networkOf(none)).toBeUndefined();
});

test("a phone link adds the US country code if needed", () => {
  expect(phoneHref("(212) 555-0142")).toBe("tel:+12125550142");
  expect(phoneHref("1-212-555-0142")).toBe("tel:+12125550142");
  expect(phoneHref("+44 20 7946 0018")).toBe("tel:+442079460018");
  expect(phoneHref("311")).toBe("tel:311");
});

test("a phone link dials only the number, not an extension, a second number or a (0)", () => {
  expect(phoneHref("(212) 555-0142 ext. 5")).toBe("tel:+12125550142");
  expect(phoneHref("+1 212-555-0142 x204")).toBe("tel:+12125550142");
  expect(phoneHref("212-555-0142 / 646-555-0199")).toBe("tel:+12125550142");
  expect(phoneHref("+44 (0)20 7946 0018")).toBe("tel:+442079460018");
  expect(phoneHref("Tel. 212-555-0142")).toBe("tel:+12125550142");
});

test("a phone link dials a number spelled in letters", () => {
  expect(phoneHref("1-800-FLOWERS")).toBe("tel:+18003569377");
  expect(phoneHref("(212) 555-RANK")).toBe("tel:+12125557265");
  expect(phoneHref("212-555-0142 EXT 5")).toBe("tel:+12125550142");
});

test.each([
  ["(212) 555-0142", "+1-212-555-0142"],
  ["+44 20 7946 0018", "+442079460018"],
  ["0800 123", "0800 123"],
  ["", ""],
])("structured data has the phone number %j with its country code, if known", (written, international) => {
  expect(internationalNumber(written)).toBe(international);
});

test("structured data never contains sample contact details", () => {
  const samples = {
    contact_email: "hello@example.com",
    facebook_url: "https://example.com/facebook",
    linkedin_url: "https://www.linkedin.com/company/zone",
  };
  expect(businessOf({ ...settings, ...samples })).toMatchObject({
    email: undefined,
    profiles: ["https://www.linkedin.com/company/zone"],
  });
  expect(businessOf({ ...settings, contact_email: "us@zone.test" }).email).toBe("us@zone.test");
});
