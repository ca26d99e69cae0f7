import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { SERVICE_OPTIONS } from "../../app/copy/business.ts";
import { case_studies } from "../../app/features/case-studies/table.server.ts";
import { industries } from "../../app/features/industries/table.server.ts";
import { website_content } from "../../app/features/website-content/table.server.ts";
import { openPools } from "../support/database.ts";
import { elementsOf, formOf, headingsOf, readPage, wordsOf } from "../support/page.ts";
import { pastCache } from "../support/session.ts";
import { openTestSite } from "../support/test-site.ts";

const SITE_URL = "https://www.seo.example";
const site = await openTestSite({ SITE_URL });
const PAST_CACHE = await pastCache(site.query);
const { owner } = openPools(site.database);

const read = (address: string) => readPage(site.url + address, { headers: PAST_CACHE });

/** The prices on the services overview (SPEC 9). */
const PRICES = {
  "Local SEO": "$799/month",
  "E-commerce SEO": "$1299/month",
  "National SEO": "$1499/month",
  "SEO Consulting": "$199/hour",
  "GBP Optimization": "$399/month",
  "Technical SEO": "$999/month",
};

const PAGES = [
  { slug: "local-seo", name: "Local SEO", price: "$799/month" },
  { slug: "ecommerce-seo", name: "E-commerce SEO", price: "$1,299/month" },
  { slug: "national-seo", name: "National SEO", price: "$1499/month" },
  { slug: "seo-consulting", name: "SEO Consulting", price: "$299/hour" },
  { slug: "gbp-optimization", name: "GBP Optimization", price: "$399/month" },
  { slug: "technical-seo", name: "Technical SEO", price: "$999/month" },
  { slug: "digital-pr", name: "Digital PR", price: null },
];

describe("/services", () => {
  test("the services overview has the spec's six service cards", async () => {
    const { main } = await read("/services");
    const cards = elementsOf(main, "article", 'class="card svc"');
    expect(cards.map((card) => headingsOf(card, 3)[0])).toEqual(Object.keys(PRICES));
    for (const card of cards) {
      const [name = ""] = headingsOf(card, 3);
      const slug = PAGES.find((page) => page.name === name)!.slug;
      expect(wordsOf(card)).toContain(PRICES[name as keyof typeof PRICES]);
      expect(elementsOf(card, "li").length).toBeGreaterThanOrEqual(3);
      const links = elementsOf(card, "a").map((link) => [wordsOf(link), /href="([^"]*)"/.exec(link)?.[1]]);
      // The name is for screen readers and search engines only.
      expect(links).toContainEqual([`Learn More : ${name}`, `/services/${slug}`]);
      expect(links).toContainEqual(["Get Quote", "/contact"]);
    }
  });

  test("the services overview has the Digital PR card with 'from $1999/month'", async () => {
    const { main } = await read("/services");
    const section = elementsOf(main, "section").find((one) => wordsOf(one).startsWith("Link Building"))!;
    const cards = elementsOf(section, "article");
    expect(cards).toHaveLength(1);
    expect(headingsOf(section, 3)).toEqual(["Digital PR"]);
    expect(wordsOf(section)).toContain("from $1999/month");
    expect(section).toContain('href="/services/digital-pr"');
    expect(section).toContain('href="/contact"');
  });

  test("two prices that differ from their pages say why: on the overview, on the home page and on the pages", async () => {
    const { words } = await read("/services");
    expect(words).toMatch(/\$199 ?\/hour from 10 hours a month/);
    expect(words).toMatch(/from \$1999 ?\/month with a separate quote for each campaign/);
    expect((await read("/")).words).toMatch(/\$199 ?\/hour ?from 10 hours a month/);
    const heroOf = async (slug: string) => {
      const { main } = await read(`/services/${slug}`);
      return wordsOf(elementsOf(main, "section", "hero hero--page hero--service")[0]!);
    };
    expect(await heroOf("seo-consulting")).toContain("$199/hour from 10 hours a month");
    expect(await heroOf("digital-pr")).toContain("A separate quote for each campaign");
  });

  test("the services overview has the spec's four-step process", async () => {
    const { main } = await read("/services");
    const steps = elementsOf(main, "ol", "steps")[0]!;
    expect(headingsOf(steps, 3).map((step) => step.toLowerCase())).toEqual([
      "audit",
      "strategy",
      "implementation",
      "monitor and report",
    ]);
  });

  test("the overview's last section links to the contact page", async () => {
    const { main } = await read("/services");
    expect(elementsOf(main, "section").at(-1)).toContain('href="/contact"');
  });
});

describe("structured data", () => {
  type Thing = { "@type": string; [property: string]: unknown };
  const graphOf = (html: string): Thing[] =>
    JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? "{}")["@graph"];
  const typed = (html: string, type: string) => graphOf(html).filter((thing) => thing["@type"] === type);

  test("the overview's structured data lists every service on the page", async () => {
    const { html, main } = await read("/services");
    const [list] = typed(html, "ItemList");
    const named = (list!.itemListElement as { name: string; url: string }[]).map(({ name, url }) => [
      name,
      url,
    ]);
    expect(named).toEqual(PAGES.map(({ name, slug }) => [name, `${SITE_URL}/services/${slug}`]));
    for (const [name] of named) expect(headingsOf(main, 3)).toContain(name);
    expect(typed(html, "BreadcrumbList")).toHaveLength(1);
  });

  test("structured data has the same address as the visible page", async () => {
    const address = { page_name: "contact", section_name: "cards", content_key: "address" };
    await owner.insert(website_content).values({ ...address, content_value: "5 Broad St, Albany, NY 12207" });
    const [home, contact] = await Promise.all(["/", "/contact"].map(read));
    await owner.delete(website_content);
    const agencyOf = (html: string) =>
      graphOf(html).find(({ "@id": id }) => String(id).endsWith("#organization"))!;
    expect(agencyOf(home!.html)).toEqual(agencyOf(contact!.html));
    for (const { html } of [home!, contact!])
      expect(agencyOf(html).address).toMatchObject({
        ...{ "@type": "PostalAddress", streetAddress: "5 Broad St", addressLocality: "Albany" },
        ...{ addressRegion: "NY", postalCode: "12207", addressCountry: "US" },
      });
    expect(contact!.words).toContain("5 Broad St, Albany, NY 12207");
    expect(agencyOf(contact!.html).openingHoursSpecification).toMatchObject([
      { opens: "09:00", closes: "18:00" },
      { dayOfWeek: ["Saturday"], opens: "10:00", closes: "16:00" },
    ]);
    expect(agencyOf(home!.html)).toMatchObject({ priceRange: "$399 - $1,499 per month" });
  });

  test.each([
    ["/blog", "Blog"],
    ["/about", "AboutPage"],
  ])("%s has structured data of type %s", async (address, type) => {
    expect(typed((await read(address)).html, type)).toMatchObject([{ url: SITE_URL + address }]);
  });

  test.each(PAGES)("/services/$slug has Service data and the page's breadcrumb", async ({ slug, name }) => {
    const { html, main, words } = await read(`/services/${slug}`);
    const [service] = typed(html, "Service");
    expect(service).toMatchObject({ name, url: `${SITE_URL}/services/${slug}` });
    expect(words).toContain(service!.description);
    const crumb = elementsOf(main, "nav", 'aria-label="Breadcrumb"')[0]!;
    expect(elementsOf(crumb, "li").map(wordsOf)).toEqual(["Home", "Services", name]);
    expect(crumb).toContain('href="/services"');
  });

  test("the Offer disappears if the service's page and the overview show different prices", async () => {
    const address = { page_name: "services", section_name: "local-seo", content_key: "price" };
    await owner.insert(website_content).values({ ...address, content_value: "$850/month" });
    expect((await read("/services/local-seo")).html).not.toContain('"Offer"');
    await owner.delete(website_content);
    expect((await read("/services/local-seo")).html).toContain('"Offer"');
  });

  test("guarantees never appear in titles, descriptions or structured data (decision 0035.26)", async () => {
    for (const { slug } of PAGES) {
      const { html, title, metaOf } = await read(`/services/${slug}`);
      const said = [
        title,
        metaOf("description"),
        metaOf("og:description"),
        JSON.stringify(graphOf(html)),
      ].join(" ");
      expect(said).not.toMatch(/guarante|money-back|3:1|top-10|within 30 days/i);
    }
  });
});

describe.each(PAGES)("/services/$slug", ({ slug, name, price }) => {
  const address = `/services/${slug}`;

  test("each page's main heading starts with the service's name (decision 0035.34)", async () => {
    const page = await read(`${address}?stray=1`);
    expect([page.status, page.canonical]).toEqual([200, SITE_URL + address]);
    expect(page.metaOf("robots")).toBe("index, follow");
    const spelledOut = name.replace("GBP", "Google Business Profile");
    const headings = headingsOf(page.html, 1);
    expect(headings).toHaveLength(1);
    for (const words of [headings[0]!, page.title]) expect(words.startsWith(spelledOut), words).toBe(true);
  });

  test("a service page has the contact form at the top and the enquiry form at the bottom", async () => {
    const { main } = await read(address);
    const [hero, service] = [formOf(main, "hero"), formOf(main, "service")];
    for (const field of ["firstName", "lastName", "phone", "email", "service"])
      expect(hero).toContain(`name="${field}"`);
    for (const field of ["name", "email", "phone", "website", "services", "message"])
      expect(service).toContain(`name="${field}"`);
    const at = (part: string) => main.indexOf(part);
    expect(at(hero)).toBeLessThan(at('id="problem"'));
    expect(at('id="faq"')).toBeLessThan(at(service));
  });

  test("a service page's forms preselect the page's service (decision 0035.19)", async () => {
    const { main } = await read(address);
    const offered = SERVICE_OPTIONS.some((option) => option === name)
      ? SERVICE_OPTIONS
      : [...SERVICE_OPTIONS, name];
    const boxes = [...formOf(main, "service").matchAll(/<input type="checkbox"[^>]*>/g)].map(([box]) => box);
    expect(boxes.map((box) => /value="([^"]*)"/.exec(box)?.[1])).toEqual(offered);
    const checked = boxes.filter((box) => box.includes("checked"));
    expect(checked.map((box) => /value="([^"]*)"/.exec(box)?.[1])).toEqual([name]);
    const options = elementsOf(formOf(main, "hero"), "option");
    expect(options.slice(1).map(wordsOf)).toEqual(offered);
    expect(options.filter((option) => option.includes("selected")).map(wordsOf)).toEqual([name]);
  });

  test("each service page has the spec's sections", async () => {
    const { main } = await read(address);
    const chapters = [...main.matchAll(/<section class="chapter[^"]*" id="([^"]*)"/g)].map(([, id]) => id);
    expect(chapters.toSorted()).toEqual(
      [
        "problem",
        "features",
        "process",
        "deliverables",
        "pricing",
        "guarantee",
        "comparison",
        "faq",
      ].toSorted(),
    );
    expect(elementsOf(main, "details", "faq").length).toBeGreaterThanOrEqual(6);
    expect(elementsOf(main, "table")).toHaveLength(1);
    const contents = elementsOf(main, "nav", "toc")[0]!;
    expect([...contents.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id)).toEqual(chapters);
  });

  test("a service page has an illustration that no other page has", async () => {
    const { main } = await read(address);
    const figures = elementsOf(main, "figure", "ex ");
    expect(figures).toHaveLength(1);
    expect(figures[0]).toContain(`class="ex ex--${slug}"`);
    expect(wordsOf(figures[0]!)).toMatch(/Example: \w/);
    expect(Buffer.byteLength(figures[0]!)).toBeLessThanOrEqual(1200);
  });

  test("on phones, only the enquiry form starts closed, and a failed post opens it", async () => {
    const { main } = await read(address);
    const folded = (html: string) => /id="inquiry".*?(<details class="fold"[^>]*>)/s.exec(html)?.[1];
    expect(folded(main)).not.toContain("open");
    expect(elementsOf(main, "form", 'data-form="hero"')).toHaveLength(1);
    const body = new URLSearchParams({ formName: "service", name: "Ada" });
    const answer = await fetch(site.url + address, { method: "POST", body });
    expect(folded(await answer.text())).toContain("open");
  });

  if (price) {
    test(`a service page shows its price, ${price} (SPEC 9)`, async () => {
      const { main, words } = await read(address);
      expect(words).toContain(price);
      expect(wordsOf(elementsOf(main, "dl", "facts")[0]!)).toContain(price);
    });
  } else {
    test("the Digital PR page has no price", async () => {
      expect((await read(address)).words).not.toMatch(/\$\s?\d/);
    });
  }
});

test("SEO Consulting also has an audit for $997 and a package for $1,997", async () => {
  const { main } = await read("/services/seo-consulting");
  const plans = elementsOf(elementsOf(main, "section", 'id="pricing"')[0]!, "h3").map(wordsOf);
  expect(plans).toEqual(["Hourly Consulting", "SEO Audit", "Enterprise Package"]);
  expect(wordsOf(main)).toMatch(/SEO Audit .* \$997 .*Enterprise Package .* \$1,997/);
});

describe("the guarantees match the spec", () => {
  test.each([
    ["local-seo", "30-day money-back"],
    ["ecommerce-seo", "3:1 return within 90 days"],
    ["national-seo", "Top-10 within 12 months"],
    ["gbp-optimization", "Visibility within 30 days"],
  ])("%s guarantees %s", async (slug, guarantee) => {
    const { main } = await read(`/services/${slug}`);
    const facts = wordsOf(elementsOf(main, "dl", "facts")[0]!);
    expect(facts).toMatch(/Guarantee /);
    expect(facts).toContain(guarantee);
  });
});

describe("related case studies", () => {
  const titlesOf = (main: string) =>
    elementsOf(main, "article", 'class="card case"').map((card) => headingsOf(card, 3)[0]);
  const showAll = (main: string) => {
    const link = elementsOf(main, "a").find((one) => wordsOf(one) === "Show All");
    return link && /href="([^"]*)"/.exec(link)![1]!.replaceAll("&amp;", "&");
  };

  beforeAll(async () => {
    const names = ["E-commerce", "eCommerce", "LAW-FIRM", "Restaurant", "saas", "Zoo", "PR", "Prose"];
    const filed = await owner
      .insert(industries)
      .values(names.map((name) => ({ name })))
      .returning();
    const study = (day: number, industry: string, more: Partial<typeof case_studies.$inferInsert> = {}) => ({
      title: `Study ${day}`,
      slug: `study-${day}`,
      client: `Client ${day}`,
      industry,
      industry_id: filed.find((one) => one.name === industry)!.id,
      created_at: new Date(Date.UTC(2026, 0, day)),
      ...more,
    });
    await owner
      .insert(case_studies)
      .values([
        study(1, "E-commerce"),
        study(2, "eCommerce"),
        study(3, "E-commerce"),
        study(4, "Zoo"),
        study(5, "E-commerce"),
        study(6, "E-commerce", { title: "A draft", published: false }),
        study(7, "LAW-FIRM"),
        study(8, "Restaurant"),
        study(9, "saas"),
        study(10, "PR"),
        study(11, "Prose"),
      ]);
  });

  test("a service page shows up to 3 case studies from its industries, newest first", async () => {
    expect(titlesOf((await read("/services/ecommerce-seo")).main)).toEqual(["Study 5", "Study 3", "Study 2"]);
    expect(titlesOf((await read("/services/local-seo")).main)).toEqual(["Study 8", "Study 7"]);
    expect(titlesOf((await read("/services/technical-seo")).main)).toEqual(["Study 9"]);
    expect(titlesOf((await read("/services/digital-pr")).main)).toEqual(["Study 10"]);
    expect((await read("/services/national-seo")).main).not.toMatch(/id="case-studies"|Show All/);
  });

  test("Show All appears if more than 3 case studies match", async () => {
    expect(showAll((await read("/services/ecommerce-seo")).main)).toBeDefined();
    await owner.update(case_studies).set({ published: false }).where(byDay(1));
    expect(titlesOf((await read("/services/ecommerce-seo")).main)).toHaveLength(3);
    expect(showAll((await read("/services/ecommerce-seo")).main)).toBeUndefined();
    await owner.update(case_studies).set({ published: true }).where(byDay(1));
  });

  test("Show All opens the list of matching case studies", async () => {
    const way = showAll((await read("/services/ecommerce-seo")).main)!;
    const all = await read(way);
    expect(titlesOf(all.main)).toEqual(["Study 5", "Study 3", "Study 2", "Study 1"]);
    expect(showAll(all.main)).toBeUndefined();
    expect(all.main).toContain(`id="${way.split("#")[1]}"`);
    expect(all.canonical).toBe(`${SITE_URL}/services/ecommerce-seo`);
  });

  test("if a service page's case studies can't be read, the page omits them and isn't cached (SPEC 8)", async () => {
    await site.without("case_studies", async () => {
      const page = await read("/services/ecommerce-seo");
      expect(page.status).toBe(200);
      expect(page.main).not.toContain('id="case-studies"');
      expect(page.main).toContain('data-form="service"');
      expect(page.response.headers.get("Cache-Control")).toBe("no-store");
    });
    expect((await read("/services/ecommerce-seo")).main).toContain('id="case-studies"');
  });

  const byDay = (day: number) => eq(case_studies.slug, `study-${day}`);
});

test("the owner's answers in the FAQ are sanitized", async () => {
  const items = [
    { question: "Really?", answer: '<p>Yes</p><script>alert(1)</script><img src=x onerror="x()">' },
  ];
  await owner.insert(website_content).values({
    ...{ page_name: "services/local-seo", section_name: "faq", content_key: "items" },
    ...{ content_value: JSON.stringify(items), content_type: "json" },
  });
  const { main } = await read("/services/local-seo");
  const [answer = "", ...others] = elementsOf(main, "details", "faq");
  expect(others).toEqual([]);
  expect(wordsOf(answer)).toBe("Really? Yes");
  expect(answer).not.toMatch(/<script|onerror/);
});
