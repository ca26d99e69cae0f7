import { eq } from "drizzle-orm";
import { describe, expect, onTestFinished, test } from "vitest";
import { website_settings } from "../../app/features/settings/table.server.ts";
import { website_content } from "../../app/features/website-content/table.server.ts";
import { openPools } from "../support/database.ts";
import { wordsOf } from "../support/page.ts";
import { pastCache } from "../support/session.ts";
import { openTestSite } from "../support/test-site.ts";

const ENQUIRY = new URLSearchParams({
  formName: "contact",
  name: "Ada",
  email: "a@b.example",
  message: "Hi",
});

const SITE_URL = "https://www.seo.example";
const site = await openTestSite({ SITE_URL });
const PAST_CACHE = await pastCache(site.query);
const { owner } = openPools(site.database);

async function read(address: string, init?: RequestInit) {
  const response = await fetch(site.url + address, { redirect: "manual", headers: PAST_CACHE, ...init });
  const html = await response.text();
  const [header = ""] = /<header class="banner.*?<\/header>/s.exec(html) ?? [];
  const [footer = ""] = /<footer class="footer.*?<\/footer>/s.exec(html) ?? [];
  return { status: response.status, headers: response.headers, html, header, footer };
}

const hrefsOf = (html: string) => [...html.matchAll(/<a [^>]*href="([^"#][^"]*)"/g)].map(([, href]) => href);
const SERVICES = ["local", "ecommerce", "national"].map((slug) => `/services/${slug}-seo`);
SERVICES.push("/services/seo-consulting", "/services/gbp-optimization", "/services/technical-seo");

describe("header and footer", () => {
  test("the header has the logo and the main navigation with its dropdown", async () => {
    const { header } = await read("/contact");
    const hrefs = hrefsOf(header);
    for (const href of ["/", "/services", "/case-studies", "/about", "/blog", "/contact"])
      expect(hrefs).toContain(href);
  });

  test("the header's call to action links to /contact", async () => {
    const { header } = await read("/about");
    const buttons = [...header.matchAll(/<a class="btn[^>]*href="([^"]*)">([^<]*)/g)];
    expect(buttons.length).toBeGreaterThan(0);
    for (const [, href, label] of buttons) {
      expect([href, label]).toEqual(["/contact", "Get Free Consultation"]);
    }
  });

  test("a phone's contact bar calls and links to /contact on every page with another main action", async () => {
    const barOf = async (address: string) =>
      /<nav class="cta-bar".*?<\/nav>/s.exec((await read(address)).html)?.[0] ?? "";
    onTestFinished(async () => void (await owner.delete(website_settings)));
    await owner
      .insert(website_settings)
      .values({ setting_key: "phone_number", setting_value: "(212) 555-0100" });
    for (const address of [
      "/services",
      "/services/local-seo",
      "/case-studies",
      "/about",
      "/team",
      "/blog",
      "/privacy",
    ])
      expect([address, hrefsOf(await barOf(address))]).toEqual([address, ["tel:+12125550100", "/contact"]]);
    expect(await barOf("/")).toMatch(/^<nav[^>]* hidden=""/);
    expect(await barOf("/contact")).toBe("");
  });

  test("the dropdown has the spec's two groups of services", async () => {
    const { header } = await read("/");
    const from = header.indexOf('id="services-menu"');
    const menu = header.slice(from, header.indexOf("</li></ul></nav>", from));
    const hrefs = hrefsOf(menu.slice(0, menu.indexOf("View All Services")));
    expect(hrefs.slice(0, 8)).toEqual([...SERVICES, "/services/digital-pr", "/services"]);
    const words = wordsOf(menu);
    expect(words.indexOf("SEO Services")).toBeLessThan(words.indexOf("Local SEO"));
    expect(words.indexOf("Technical SEO")).toBeLessThan(words.indexOf("Link Building Services"));
    expect(words.indexOf("Link Building Services")).toBeLessThan(words.indexOf("Digital PR Services"));
  });

  test("the footer's bottom line has the copyright and three links", async () => {
    const { footer } = await read("/");
    const line = footer.slice(footer.indexOf("footer__line"));
    expect(wordsOf(line)).toContain("© 2025");
    const links = [...line.matchAll(/<a href="([^"]*)">([^<]*)<\/a>/g)];
    expect(links.map(([, href, label]) => [href, label])).toEqual([
      ["/privacy", "Privacy Policy"],
      ["/terms", "Terms of Service"],
      ["/sitemap", "Sitemap"],
    ]);
  });

  test("the footer has four columns", async () => {
    const { footer } = await read("/contact");
    const words = wordsOf(footer);
    expect(words).toContain("trusted partner for comprehensive SEO services");
    for (const title of ["Quick Links", "Our Services", "Contact Info", "New York"])
      expect(words).toContain(title);
  });

  test("the current section is highlighted in the navigation", async () => {
    const currentOf = (html: string) =>
      [...html.matchAll(/<a class="nav__link"[^>]*aria-current[^>]*>([^<]*)/g)].map(([, label]) => label);
    expect(currentOf((await read("/")).html)).toEqual(["Home"]);
    expect(currentOf((await read("/contact")).html)).toEqual(["Contact"]);
    expect(currentOf((await read("/case-studies")).html)).toEqual(["Case Studies"]);
    expect(currentOf((await read("/case-studies-x")).html)).toEqual([]);
  });

  test("the footer shows phone, email and social links only if they're set", async () => {
    const before = await read("/contact");
    expect(before.html).not.toMatch(/href="(tel|mailto):/);
    expect(before.html).not.toContain("Facebook");
    await owner.insert(website_settings).values([
      { setting_key: "phone_number", setting_value: "(646) 555-0199" },
      { setting_key: "contact_email", setting_value: "owner@seo.example" },
      { setting_key: "linkedin_url", setting_value: "https://social.example/us" },
    ]);
    const after = await read("/contact");
    for (const part of [after.header, after.footer]) {
      expect(hrefsOf(part)).toEqual(expect.arrayContaining(["tel:+16465550199", "mailto:owner@seo.example"]));
      expect(hrefsOf(part)).toContain("https://social.example/us");
      expect(wordsOf(part)).toContain("LinkedIn");
      expect(wordsOf(part)).not.toContain("Facebook");
    }
  });

  test("a business without an address shows none", async () => {
    await owner.insert(website_content).values({
      ...{ page_name: "footer", section_name: "contact", content_key: "address_lines" },
      ...{ content_type: "json", content_value: "[]" },
    });
    const { html, footer } = await read("/contact");
    expect(wordsOf(footer)).not.toContain("Address:");
    expect(wordsOf(html)).not.toContain("Visits by appointment");
    expect(html).not.toContain("PostalAddress");
    await owner.delete(website_content).where(eq(website_content.content_key, "address_lines"));
  });

  test("a business without hours has no card for them", async () => {
    await owner.insert(website_content).values({
      ...{ page_name: "contact", section_name: "hours", content_key: "items" },
      ...{ content_type: "json", content_value: "[]" },
    });
    expect((await read("/contact")).html).not.toContain("Business Hours");
    await owner.delete(website_content).where(eq(website_content.section_name, "hours"));
    expect((await read("/contact")).html).toContain("Business Hours");
  });

  test("the top bar has phone, email and social links (SPEC 2)", async () => {
    const keys = ["facebook_url", "instagram_url", "youtube_url"];
    await owner
      .insert(website_settings)
      .values(
        keys.map((setting_key) => ({ setting_key, setting_value: `https://social.example/${setting_key}` })),
      );
    const { html } = await read("/");
    const [bar = ""] = /<section class="topbar.*?<\/section>/s.exec(html) ?? [];
    expect(hrefsOf(bar)).toEqual([
      "tel:+16465550199",
      "mailto:owner@seo.example",
      "https://social.example/facebook_url",
      "https://social.example/instagram_url",
      "https://social.example/us",
      "https://social.example/youtube_url",
    ]);
    for (const name of ["Facebook", "Instagram", "LinkedIn", "YouTube"]) expect(wordsOf(bar)).toContain(name);
  });
});

describe("the contact page", () => {
  test("the contact page has the form, side cards, social icons and business hours", async () => {
    const { status, html } = await read("/contact");
    expect(status).toBe(200);
    expect(html).toContain('data-form="contact"');
    const words = wordsOf(html);
    for (const line of ["(646) 555-0199", "owner@seo.example", "1200 Sample Street"])
      expect(words).toContain(line);
    expect(words).toMatch(/Mon-Fri 9:00 AM-6:00 PM Sat 10:00 AM-4:00 PM Sun Closed/);
    expect(words).toContain("We reply within 24 hours.");
    for (const name of ["name", "email", "phone", "website", "services", "message"]) {
      expect(html).toContain(`name="${name}"`);
    }
  });

  test("the contact page has all head tags and a canonical URL", async () => {
    const { html } = await read("/contact?utm_source=x");
    expect(html).toContain("<title>Contact Us for a Free Consultation | SEO Pro Zone</title>");
    expect(html).toContain(`<link rel="canonical" href="${SITE_URL}/contact"/>`);
    expect(html).toContain('<meta name="robots" content="index, follow"/>');
    for (const name of ["description", "keywords", "twitter:card"])
      expect(html).toMatch(`<meta name="${name}"`);
    for (const name of ["og:title", "og:url"]) expect(html).toMatch(`<meta property="${name}"`);
  });
});

describe("an unknown path", () => {
  test("an unknown path shows the 404 page in the frame, hidden from search engines", async () => {
    const { status, html, header } = await read("/services-x/lokal");
    expect(status).toBe(404);
    expect(wordsOf(html)).toContain("Oops! Page not found");
    expect(html).toMatch(/<title>[^<]*not found/i);
    expect(html).toMatch(/<a class="btn btn--lg" href="\/">.*?Return to Home/s);
    expect(html).toContain('<meta name="robots" content="noindex, follow"/>');
    expect(html).not.toContain('rel="canonical"');
    expect(header).toContain('class="nav"');
  });

  test("an unknown path can't inject HTML into the 404 page", async () => {
    const { status, html } = await read("/%3Cscript%3Ealert(1)%3C/script%3E");
    expect(status).toBe(404);
    expect(html).not.toContain("<script>alert");
    expect((await read("/%E0%A4%A")).status).toBeLessThan(500);
    expect((await read(`/${"a".repeat(5000)}`)).html).not.toContain("a".repeat(100));
  });
});

describe("while the database can't be read", () => {
  test("error pages keep the site's name and colors", async () => {
    const settings = {
      site_title: "Northlight Search",
      brand_color: "#0b6e4f",
    };
    for (const setting of Object.entries(settings))
      await site.query("insert into website_settings (setting_key, setting_value) values ($1, $2)", setting);
    expect((await read("/contact")).html).toContain("Northlight Search");
    await site.without("website_content", () =>
      site.without("website_settings", async () => {
        const outage = await read("/not-asked-before-either");
        expect(outage.status).toBe(503);
        const answer = await read("/contact", {
          method: "POST",
          body: ENQUIRY,
          headers: { Origin: SITE_URL },
        });
        expect(answer.status).toBe(503);
        const refused = await read("/contact", {
          method: "POST",
          body: ENQUIRY,
          headers: { Origin: "https://evil.example" },
        });
        expect(refused.status).toBe(403);
        for (const { html } of [outage, answer, refused]) {
          expect(html).toContain("#0b6e4f");
          expect(html).not.toMatch(/SEO Pro Zone|2442e8;/);
        }
        for (const { html } of [outage, answer]) expect(wordsOf(html)).toContain("Northlight Search");
      }),
    );
    await site.query("delete from website_settings where setting_key = any($1)", [Object.keys(settings)]);
    expect((await read("/contact")).html).not.toContain("Northlight Search");
  });

  test("an uncached page returns a 503, and an enquiry form keeps what was typed", async () => {
    const withoutTexts = (something: () => Promise<void>) =>
      site.without("website_content", () => site.without("website_settings", something));
    await withoutTexts(async () => {
      for (const address of ["/contact", "/", "/not-asked-before", "/contact?service=local-seo"]) {
        const { status, headers, html } = await read(address);
        expect(html).toContain(`href="${address}">Try again</a>`);
        expect([address, status, headers.get("retry-after")]).toEqual([address, 503, "5"]);
        expect(headers.get("cache-control")).toBe("no-store");
        expect(wordsOf(html)).toContain("Something went wrong on our side");
        expect(html).toContain("<title>Something went wrong on our side");
        expect(html).not.toMatch(/website_content|select/i);
      }
      const answer = await read("/contact", { method: "POST", body: ENQUIRY, headers: { Origin: SITE_URL } });
      expect(answer.status).toBe(503);
      expect(wordsOf(answer.html)).toContain("Failed to send message. Please try again.");
      expect(answer.html).toMatch(/name="name"[^>]*value="Ada"|value="Ada"[^>]*name="name"/);
    });
    expect((await read("/contact")).status).toBe(200);
  });
});
