import { eq, inArray, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { services } from "../../app/copy/site/service-catalog.ts";
import { case_studies } from "../../app/features/case-studies/table.server.ts";
import { industries } from "../../app/features/industries/table.server.ts";
import { longDate } from "../../app/platform/time/dates.ts";
import { openPools } from "../support/database.ts";
import { elementsOf, headingsOf, readPage, wordsOf } from "../support/page.ts";
import { pastCache } from "../support/session.ts";
import { openTestSite } from "../support/test-site.ts";

const SITE_URL = "https://www.seo.example";
const site = await openTestSite({ SITE_URL });
const PAST_CACHE = await pastCache(site.query);
const { owner } = openPools(site.database);

const get = (address: string, headers: Record<string, string> = {}) =>
  fetch(site.url + address, { headers: { ...PAST_CACHE, ...headers }, redirect: "manual" });

/** `words` covers the whole page, including header and footer. */
async function read(address: string) {
  const page = await readPage(site.url + address, { headers: PAST_CACHE });
  const cards = elementsOf(page.html, "article", 'class="card case"');
  const titles = cards.map((card) => headingsOf(card, 3)[0] ?? "");
  return { ...page, words: wordsOf(page.html), cards, titles };
}

const EMPTY = "No case studies available at the moment.";

test("without case studies, the list shows the spec's empty state, and the home page leaves its section out", async () => {
  const home = await read("/");
  expect(home.words).not.toContain("Latest Case Studies");
  expect(home.html).not.toMatch(/<a class="btn[^>]* href="\/case-studies"/);
  const list = await read("/case-studies");
  expect(list.response.status).toBe(200);
  expect(list.words).toContain(EMPTY);
  expect(list.html).not.toContain('class="pill"');
  // There are no results to filter, or to be next after.
  expect(list.words).not.toMatch(/Filter by industry|results like these/);
  expect(list.html).toMatch(/<a class="btn[^>]* href="\/#audit-form"/);
});

test("without case studies, no button of a service page leads to them", async () => {
  for (const { slug } of services) {
    const { html } = await read(`/services/${slug}`);
    expect([slug, html.match(/<a class="btn[^>]* href="\/case-studies[^"]*"/g)]).toEqual([slug, null]);
  }
});

describe("with case studies", () => {
  beforeAll(async () => {
    const filed = await owner
      .insert(industries)
      .values(["E-commerce", "Law Firm", "Zoo & Park"].map((name) => ({ name })))
      .returning();
    const study = (day: number, industry: string, more: Partial<typeof case_studies.$inferInsert> = {}) => ({
      title: `Study ${day}`,
      slug: `study-${day}`,
      client: `Client ${day}`,
      industry,
      industry_id: filed.find(({ name }) => name === industry)!.id,
      created_at: new Date(Date.UTC(2026, 0, day)),
      ...more,
    });
    await owner.insert(case_studies).values([
      ...[1, 2, 3, 4, 5, 6].map((day) => study(day, "E-commerce")),
      study(7, "Law Firm", {
        title: "A <b>bold</b> case & more",
        result: "71% more signed cases",
        duration: "12 months",
        challenge: `<p>Pages that said nothing.</p><p>${"And many of them. ".repeat(20)}</p><script>alert(1)</script>`,
        solution: '<p>We <strong>wrote</strong> them anew. <a href="javascript:alert(1)">Here</a></p>',
        results: { signedCases: "+71%", organicCTR: 4, empty: "" },
        monthly: "Calls\n2025-02 1200\n2025-11 1310",
        source: "Intake records, 2025",
        testimonial: "They did what they said.",
        client_name: "Ada Vale, Managing Partner",
      }),
      study(8, "E-commerce", { title: "A draft", published: false }),
      study(9, "E-commerce", { title: "A deleted one", deleted_at: new Date() }),
    ]);
  });

  test("the home page shows up to 6 published case studies, newest first", async () => {
    const home = await read("/");
    expect(home.titles).toEqual([
      "A <b>bold</b> case & more",
      "Study 6",
      "Study 5",
      "Study 4",
      "Study 3",
      "Study 2",
    ]);
    expect(home.canonical).toBe(`${SITE_URL}/`);
    expect(home.words).not.toContain("A draft");
  });

  describe("home", () => {
    const sectionOf = (html: string, part: string) =>
      [...html.matchAll(/<section\b.*?<\/section>/gs)]
        .map(([one]) => one)
        .find((one) => one.includes(part)) ?? "";

    test("the home page's hero contains the quick-contact form", async () => {
      const { html } = await read("/");
      expect(html.match(/<h1\b/g)).toHaveLength(1);
      const hero = sectionOf(html, "<h1");
      expect(hero).toContain('data-form="hero"');
      for (const field of ["firstName", "lastName", "phone", "email", "service"]) {
        expect(hero).toContain(`name="${field}"`);
      }
    });

    test("the home page's stats strip has the spec's figures and defines each", async () => {
      const { html } = await read("/");
      const stats = [...html.matchAll(/<div class="stat">.*?<\/div>/gs)].map(([one]) =>
        wordsOf(one.replace(/<\/?sup>/g, "")),
      );
      expect(stats.map((one) => one.trim())).toEqual([
        "Satisfied Clients 500+ since our first",
        "Keywords Ranked 1000+ in Google’s top 10",
        "Client Retention Rate 95% over 12 months",
        "Average Traffic Increase 250% after 12 months",
      ]);
    });

    test("the home page, the list and a case study contain no loading text (decision 0035.11)", async () => {
      for (const address of ["/", "/case-studies", "/case-studies/study-7"]) {
        expect((await read(address)).words).not.toContain("Loading");
      }
    });

    test("the home page links to the six services", async () => {
      const { html } = await read("/");
      const cards = [...html.matchAll(/<article class="row.*?<\/article>/gs)].map(([card]) => card);
      const slugs = ["local-seo", "ecommerce-seo", "national-seo", "seo-consulting", "gbp-optimization"];
      expect(cards.map((card) => /<a [^>]*href="([^"]*)"/.exec(card)?.[1])).toEqual(
        [...slugs, "technical-seo"].map((slug) => `/services/${slug}`),
      );
    });

    test("the home page lists six reasons", async () => {
      const { html } = await read("/");
      expect(/<ul class="reasons">(.*?)<\/ul>/s.exec(html)?.[1]?.match(/<li>/g)).toHaveLength(6);
    });

    test("the home page has the free SEO audit form", async () => {
      const audit = sectionOf((await read("/")).html, 'data-form="audit"');
      expect(wordsOf(audit)).toContain("Free SEO Audit");
      for (const field of ["name", "email", "website", "goals"]) expect(audit).toContain(`name="${field}"`);
    });

    test("the home page's last section has two calls to action", async () => {
      const { html } = await read("/");
      const [last = ""] = [...html.matchAll(/<section\b(?:(?!<section).)*?class="btn.*?<\/section>/gs)]
        .map(([one]) => one)
        .filter((one) => !one.includes("<form"))
        .slice(-1);
      const links = [...last.matchAll(/<a class="btn[^>]*href="([^"]*)"/g)].map(([, href]) => href);
      expect(links).toHaveLength(2);
      expect(links).toContain("/contact");
      expect(wordsOf(last)).toContain("Get Free Consultation");
    });
  });

  test("a case study card shows everything the spec lists", async () => {
    const [card = ""] = (await read("/case-studies")).cards;
    expect(card).toMatch(/src="\/placeholder\.svg\?for=study-7&amp;v=\w+"/);
    expect(card).toContain('href="/case-studies/study-7"');
    const words = wordsOf(card);
    for (const part of [
      "Law Firm",
      "12 months",
      "71% more signed cases",
      "Client 7",
      "View Full Case Study",
    ]) {
      expect(words).toContain(part);
    }
    const [, excerpt = ""] = /<p class="case__text">(.*?)<\/p>/s.exec(card) ?? [];
    expect(excerpt).toMatch(/^Pages that said nothing\. And many of them\. .*…$/);
    expect(excerpt.length).toBeLessThanOrEqual(121);
  });

  test("the list shows all published case studies and a filter button for each industry that has some", async () => {
    const { titles, html, canonical, metaOf } = await read("/case-studies");
    expect(titles).toHaveLength(7);
    expect(titles.slice(0, 2)).toEqual(["A <b>bold</b> case & more", "Study 6"]);
    expect([...html.matchAll(/<a class="pill[^"]*" href="([^"]*)"/g)].map(([, href]) => href)).toEqual(
      ["", "?industry=e-commerce", "?industry=law-firm"].map((q) => `/case-studies${q}`),
    );
    expect(canonical).toBe(`${SITE_URL}/case-studies`);
    expect(metaOf("robots")).toBe("index, follow");
  });

  test.each(["e-commerce", "E-Commerce", "e%20commerce"])(
    "the filtered list has its own heading and a link to all case studies: ?industry=%s",
    async (typed) => {
      const list = await read(`/case-studies?industry=${typed}`);
      expect(list.titles).toEqual(["Study 6", "Study 5", "Study 4", "Study 3", "Study 2", "Study 1"]);
      expect(list.html).toMatch(/<h1[^>]*>E-commerce Case Studies<\/h1>/);
      expect(list.words).toContain("Back to All Case Studies");
      expect(list.html).toMatch(
        /<a class="pill" href="\/case-studies\?industry=e-commerce" aria-current="page">/,
      );
      expect(list.canonical).toBe(`${SITE_URL}/case-studies?industry=e-commerce`);
      expect(list.metaOf("description")).toContain("E-commerce case studies");
    },
  );

  test("an industry's filter page is indexable if the industry has a description and a case study", async () => {
    const names = ["Law Firm", "Zoo & Park"];
    const set = (description: string) =>
      owner.update(industries).set({ description }).where(inArray(industries.name, names));
    await set("Firms in one city.");
    const readSitemap = async () => (await get("/sitemap.xml")).text();
    const lawFirm = () => read("/case-studies?industry=law-firm");
    const [list, empty, sitemap] = [
      await lawFirm(),
      await read("/case-studies?industry=zoo-%26-park"),
      await readSitemap(),
    ];
    await set("");
    expect(list.titles).toHaveLength(1);
    expect(list.metaOf("robots")).toBe("index, follow");
    expect(sitemap).toContain("<loc>https://www.seo.example/case-studies?industry=law-firm</loc>");
    expect(empty.metaOf("robots")).toBe("noindex, follow");
    expect(empty.canonical).toBe(`${SITE_URL}/case-studies?industry=zoo-%26-park`);
    const without = await lawFirm();
    expect(without.metaOf("robots")).toBe("noindex, follow");
    expect(without.canonical).toBe(`${SITE_URL}/case-studies?industry=law-firm`);
    expect(await readSitemap()).not.toContain("industry=");
  });

  test("an industry's description is on its filter page and in the meta description", async () => {
    const description = "Shops <of> every size.";
    const isEcommerce = eq(industries.name, "E-commerce");
    await owner.update(industries).set({ description }).where(isEcommerce);
    const list = await read("/case-studies?industry=e-commerce");
    await owner.update(industries).set({ description: "" }).where(isEcommerce);
    expect(list.words).toContain(description);
    expect(list.metaOf("description")).toBe(`E-commerce case studies. ${description}`);
    expect((await read("/case-studies")).words).not.toContain(description);
  });

  test("an empty filter page shows the industry's real name", async () => {
    const list = await read("/case-studies?industry=zoo-%26-park");
    expect(list.words).toContain("No case studies found for Zoo & Park industry.");
    expect(list.words).toContain("Zoo & Park Case Studies");
    expect(list.metaOf("robots")).toBe("noindex, follow");
  });

  test("a case study shows the same dates as its structured data", async () => {
    const created_at = new Date("2026-01-05T12:00:00Z");
    const isFirst = eq(case_studies.slug, "study-1");
    const [before] = await owner.select().from(case_studies).where(isFirst);
    await owner.update(case_studies).set({ created_at }).where(isFirst);
    const { words, html } = await read("/case-studies/study-1");
    await owner.update(case_studies).set({ created_at: before!.created_at }).where(isFirst);
    const [, published = "", modified = ""] =
      /"datePublished":"([^"]*)","dateModified":"([^"]*)"/.exec(html) ?? [];
    const day = (date: string) => longDate(new Date(date), "America/New_York");
    expect(day(published)).toBe("January 5, 2026");
    expect(words).toContain(`Published ${day(published)} · Updated ${day(modified)}`);
  });

  test("a case study has the spec's header, sections, testimonial and key results", async () => {
    const { response, html, words, title, metaOf, canonical } = await read("/case-studies/study-7");
    expect(response.status).toBe(200);
    expect(html).toMatch(/<h1[^>]*>A &lt;b&gt;bold&lt;\/b&gt; case &amp; more<\/h1>/);
    for (const part of [
      "Client Client 7",
      "Industry Law Firm",
      "Duration 12 months",
      "Result 71% more signed cases",
      "The Challenge Pages that said nothing.",
      "Our Solution We wrote them anew.",
      "“They did what they said.”",
      "Key Results +71% Signed Cases 4 Organic CTR",
      "Get Your Free Consultation",
    ]) {
      expect(words).toContain(part);
    }
    expect(words).toMatch(/Ada Vale ?Managing Partner, Client 7/);
    expect(html).toContain("<strong>wrote</strong>");
    expect(html).not.toMatch(/alert\(1\)|javascript:/);
    expect(html).toMatch(/<a class="back" href="\/case-studies">.*?Back to Case Studies<\/a>/s);
    expect(html).toMatch(/<a class="btn[^"]*" href="\/contact">Get Your Free Consultation<\/a>/);
    expect(title).toBe("A <b>bold</b> case & more");
    expect(metaOf("description")).toContain("Client 7 achieved 71% more signed cases");
    expect(metaOf("keywords")).toContain("Client 7, Law Firm SEO");
    expect(canonical).toBe(`${SITE_URL}/case-studies/study-7`);
  });

  test("results with a start and an end have a chart with a text alternative; others would only repeat the key results", async () => {
    const results = { daysToIndex: "26 to 2", traffic: "+312%", links: "64" };
    await owner.update(case_studies).set({ results }).where(eq(case_studies.slug, "study-3"));
    const { html, words } = await read("/case-studies/study-3");
    const names = [...html.matchAll(/<svg[^>]* role="img" aria-label="([^"]*)"/g)].map(([, name]) => name);
    expect(names).toEqual(["Days To Index: Before 26, After 2"]);
    expect(words).toContain("Before and After");
    expect((await read("/case-studies/study-2")).words).not.toContain("Before and After");
  });

  test("a case study without an image opens with its numbers, and says where they come from", async () => {
    const { html } = await read("/case-studies/study-7");
    const [chart] = elementsOf(html, "figure", 'class="card monthly"');
    expect(chart).toContain('aria-label="Calls. February 2025: 1,200. November 2025: 1,310"');
    expect(wordsOf(elementsOf(chart!, "table")[0]!)).toBe(
      "Month Calls February 2025 1,200 November 2025 1,310",
    );
    expect(html.indexOf("card monthly")).toBeLessThan(html.indexOf("The Challenge"));
    expect(wordsOf(html)).toContain("Source: Intake records, 2025");
    const plain = await read("/case-studies/study-6");
    expect(plain.html).not.toContain("monthly");
    expect(plain.words).not.toContain("Source:");
    await owner
      .update(case_studies)
      .set({ image: "/placeholder.svg" })
      .where(eq(case_studies.slug, "study-7"));
    const own = await read("/case-studies/study-7");
    expect(own.html.indexOf("card monthly")).toBeGreaterThan(own.html.indexOf("The Challenge"));
    await owner.update(case_studies).set({ image: "" }).where(eq(case_studies.slug, "study-7"));
  });

  test("a case study omits sections without content", async () => {
    const { words } = await read("/case-studies/study-2");
    for (const heading of ["The Challenge", "Our Solution", "Key Results", "In the Client's Words"]) {
      expect(words).not.toContain(heading);
    }
    expect(words).toContain("Duration 6 months");
  });

  // study-8 is a draft, and study-9 was deleted after it was published.
  test.each([
    ["study-8", 404],
    ["study-9", 410],
    ["no-such", 404],
    ["a%2Fb", 404],
  ])("/case-studies/%s returns a %i page that says 'Case Study Not Found'", async (slug, status) => {
    const { response, words, metaOf, html } = await read(`/case-studies/${slug}`);
    expect(response.status).toBe(status);
    expect(words).toContain("Case Study Not Found Case study not found");
    expect(words).toContain("Back to Case Studies");
    // A 410 needs no noindex.
    expect(metaOf("robots")).toBe(status === 404 ? "noindex, follow" : undefined);
    expect(html).toContain("<footer");
  });

  test("if a case study can't be read, the response is a 503, not a 404", async () => {
    await site.without("case_studies", async () => {
      const { response, words, main } = await read("/case-studies/study-1");
      expect(response.status).toBe(503);
      expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
      expect(words).toContain("Failed to fetch case study");
      expect(main).toContain('href="/case-studies/study-1"');
      expect(words).not.toContain("relation");
    });
  });

  test("if the list can't be read, visitors see the empty state, and no section on the home page (SPEC 8)", async () => {
    await site.without("case_studies", async () => {
      for (const address of ["/", "/case-studies"]) {
        const { response, words } = await read(address);
        expect(response.status).toBe(200);
        expect(words.includes(EMPTY)).toBe(address !== "/");
        expect(words).not.toContain("Latest Case Studies");
        expect(response.headers.get("Cache-Control")).toBe("no-store");
      }
      expect(site.stderr()).toContain("The case studies couldn't be read");
    });
  });

  test("a thousand case studies are paginated", async () => {
    const [{ id } = { id: "" }] = await owner
      .select()
      .from(industries)
      .where(eq(industries.name, "Zoo & Park"));
    await owner.execute(sql`
      insert into case_studies (title, slug, client, industry, industry_id, created_at)
      select 'Many ' || n, 'many-' || n, 'Client', 'Zoo & Park', ${id}, '2020-01-01'::timestamptz + n * interval '1 minute'
      from generate_series(1, 1000) as n`);
    try {
      const first = await read("/case-studies?industry=zoo-%26-park");
      expect(first.titles).toHaveLength(48);
      expect(first.titles[0]).toBe("Many 1000");
      expect(first.html.length).toBeLessThan(250_000);
      expect(first.words).toContain("Page 1 of 21");
      expect(first.html).toContain('href="/case-studies?industry=zoo-%26-park&amp;page=2"');

      const second = await read("/case-studies?industry=zoo-%26-park&page=2");
      expect(second.titles[0]).toBe("Many 952");
      expect(second.canonical).toBe(`${SITE_URL}/case-studies?industry=zoo-%26-park&page=2`);
      for (const name of ["og:title", "description"]) {
        expect(second.metaOf(name)).toContain(", page 2");
        expect(first.metaOf(name)).not.toContain(", page");
      }
      expect(second.html).toMatch(/<h1[^>]*>Zoo &amp; Park Case Studies, page 2<\/h1>/);
      expect((await read("/case-studies?page=1")).canonical).toBe(`${SITE_URL}/case-studies`);

      const { status, headers } = await get("/case-studies?industry=zoo-%26-park&page=99");
      expect([status, headers.get("Location")]).toEqual([302, "/case-studies?industry=zoo-%26-park&page=21"]);
      expect(headers.get("Cache-Control")).toContain("no-");
    } finally {
      await owner.delete(case_studies).where(eq(case_studies.industry, "Zoo & Park"));
    }
  });

  test("a published case study's cover can be cached and revalidated", async () => {
    const cover = await get("/placeholder.svg?for=study-1");
    expect(cover.status).toBe(200);
    expect(cover.headers.get("Content-Type")).toBe("image/svg+xml; charset=utf-8");
    expect(cover.headers.get("Cache-Control")).toContain("public, max-age=");
    expect(await cover.text()).toMatch(/^<svg .*<\/svg>$/s);
    const again = await get("/placeholder.svg?for=study-1", {
      "If-None-Match": cover.headers.get("ETag") ?? "",
    });
    expect(again.status).toBe(304);
  });

  test.each(["", "study-8", "study-9", "no-such", "Study-1", "..%2Fx", "%3Cb%3E", "x".repeat(5_000)])(
    "the cover for a slug without a published case study is the plain placeholder: %j",
    async (slug) => {
      for (const ask of [get, (path: string) => fetch(site.url + path)]) {
        const [plain, asked] = await Promise.all(
          ["/placeholder.svg", `/placeholder.svg?for=${slug}`].map(async (path) => {
            const response = await ask(path);
            const sent = ["Content-Type", "Cache-Control", "ETag"].map((name) => response.headers.get(name));
            return { status: response.status, sent, text: await response.text() };
          }),
        );
        expect(asked).toEqual(plain);
        expect(asked).toMatchObject({ status: 200, text: expect.stringContaining('aria-label="No image"') });
      }
    },
  );

  test("old cover URLs permanently redirect to the placeholder (decision 0035.32)", async () => {
    const { status, headers } = await get("/covers/study-1.svg");
    expect([status, headers.get("Location")]).toEqual([301, "/placeholder.svg?for=study-1"]);
    for (const file of ["study-1", "study-1.png", ".svg", "..%2Fx.svg"])
      expect([file, (await get(`/covers/${file}`)).status]).toEqual([file, 404]);
  });

  test("the list loads only its first row of images eagerly", async () => {
    const cards = elementsOf((await read("/case-studies")).html, "article", "case");
    const said = cards.map((card) => [/fetchpriority="high"/i.test(card), card.includes('loading="lazy"')]);
    expect(said.slice(0, 4)).toEqual([
      [true, false],
      [false, false],
      [false, false],
      [false, true],
    ]);
  });
});
