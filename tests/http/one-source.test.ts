// Decision 0035.16.
import { expect, test } from "vitest";
import { wordsOf } from "../support/page.ts";
import { openPanelSite } from "../support/test-site.ts";

const { save, url } = await openPanelSite();
const read = async (path: string) => (await fetch(url + path)).text();
const PAGES = [
  "/",
  "/about",
  "/team",
  "/contact",
  "/privacy",
  "/terms",
  "/services/local-seo",
  "/sitemap",
  "/none",
];

const content = (
  page_name: string,
  section_name: string,
  content_key: string,
  content_value: string,
  type = "text",
) =>
  save("content", {
    ...{ intent: "update", id: "", version: "0", content_type: type },
    ...{ page_name, section_name, content_key, content_value },
  });

test("a site with no settings has no sample phone number or email on its legal pages", async () => {
  for (const path of ["/privacy", "/terms"]) {
    const html = await read(path);
    expect(html).not.toMatch(/555-0142|hello@example\.com|\{(site|phone|email|address)\}/);
    expect(wordsOf(html)).toContain("SEO Pro Zone, 1200 Sample Street, Suite 500, New York, NY 10000");
  }
});

test("a settings change shows on every page, but not in the owner's own texts", async () => {
  await content("home", "features", "title", "Why SEO Pro Zone and no other");
  await save("settings", {
    ...{
      intent: "save",
      site_title: "Rank & Co",
      phone_number: "(718) 555-0100",
      contact_email: "ada@rank.co",
    },
  });
  await content("footer", "contact", "address_lines", '["1 Real Road", "Albany, NY 12207"]', "json");
  for (const path of PAGES) {
    const html = await read(path);
    // Only the headline may keep the old name, because these pages show no records and no other texts with it.
    expect(html.replace("Why SEO Pro Zone and no other", ""), path).not.toMatch(
      /SEO Pro Zone|1200 Sample|555-0142|hello@example\.com|\{(site|phone|email|address)\}/,
    );
    expect(wordsOf(html), path).toContain("© 2025 Rank & Co. All rights reserved.");
  }
  expect(await read("/")).toContain("Why SEO Pro Zone and no other");
  const legal = await read("/privacy");
  expect(legal).toContain('<a href="mailto:ada@rank.co">ada@rank.co</a>');
  expect(wordsOf(legal)).toContain("Rank & Co, 1 Real Road, Albany, NY 12207");
  expect(wordsOf(legal)).toContain("Phone: (718) 555-0100");
  const contact = await read("/contact");
  expect(contact).toMatch(/"streetAddress":"1 Real Road[^"]*"|"address":"1 Real Road/);
});
