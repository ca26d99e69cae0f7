import { expect, type Page } from "@playwright/test";
import { test } from "../support/browser-test.ts";
import { query } from "../support/e2e-database.ts";
import { PANEL } from "../support/owner.ts";
import { openPanel, unique } from "../support/panel.ts";

test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.72" } });

const WIDTHS = [375, 640, 768, 800, 900, 1024, 1100, 1180, 1200, 1280, 1366, 1440];

/** A word too long for any column. */
const WORD = unique("Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamter").replace(" ", "");
const TITLE = `How a family business with four workshops found its customers again, and ${WORD}`;

/** Returns SQL that schedules the draft of each record in a query, which gives its kind, id and name. */
const scheduled = (records: string) =>
  `insert into change_items (change_set_id, kind, record_id, name, fields)
    select change_sets.id, kind, record::text, name, '{}'
    from change_sets, (${records}) as records (kind, record, name) where change_sets.title = '${WORD}'`;

/** Records with overlong words in their fields, and with scheduled changes. */
const LONG = [
  `insert into industries (name, description) values ('${WORD}', '${TITLE}')`,
  `insert into case_studies (title, slug, client, industry, industry_id, result, duration)
    select '${TITLE}', lower(name), name, name, id, '${TITLE}', name from industries where name = '${WORD}'`,
  `insert into autosaves (id, kind, record_id, version, fields)
    select gen_random_uuid(), 'case-study', id, 1, '{}' from case_studies where title = '${TITLE}'`,
  `insert into blog_posts (title, slug, content, author, category)
    values ('${TITLE}', lower('${WORD}'), '${WORD}', '${WORD}', '${WORD}')`,
  `insert into website_content (page_name, section_name, content_key, content_value)
    values ('${WORD}', '${WORD}', '${WORD}', '${TITLE}'), ('home', '${WORD}', '${WORD}', '${TITLE}')`,
  `insert into redirects (from_path, to_path) values ('/${WORD}', '/${WORD}${WORD}')`,
  `insert into missing_paths (path, hits, referrers) values ('/${WORD}', 9, '{"${WORD}.example": 2}')`,
  `insert into subscribers (email, token) values ('${WORD}@${WORD}.example', '${WORD}')`,
  `insert into enquiries (id, name, email, form_type, services, created_at)
    select gen_random_uuid(), '${WORD}', 'ada@mail.example', form_type, array['${WORD}', '${TITLE}'], now() - since
    from unnest(array['contact', 'audit', 'service']) as form_type,
      unnest(array['1 hour', '23 hours', '400 days']::interval[]) as since`,
  `insert into industries (name, deleted_at) values ('${TITLE}', now())`,
  `insert into landing_pages (title, slug, service, in_header, in_footer)
    values ('${TITLE}', lower('${WORD}'), 'gbp-optimization', true, true)`,
  `insert into change_sets (title, publish_at) values ('${WORD}', '2099-09-28T21:59Z')`,
  scheduled(`select 'blog-posts', id, title from blog_posts where title = '${TITLE}'
    union all (select 'blog-posts', id, title from blog_posts where is_sample limit 1)
    union all select 'case-studies', id, title from case_studies where title = '${TITLE}'
    union all (select 'case-studies', id, title from case_studies where is_sample limit 1)`),
  scheduled(`select 'landing-pages', id::text, title from landing_pages where title = '${TITLE}'
    union all select 'industries', id::text, name from industries where name = '${WORD}'
    union all select 'redirects', id::text, from_path from redirects where from_path = '/${WORD}'
    union all select 'website-content', 'home:hero:title', 'Home'`),
];

const GONE = [
  `delete from change_sets where title = '${WORD}'`,
  `delete from landing_pages where title = '${TITLE}'`,
  `delete from case_studies where title = '${TITLE}'`,
  `delete from blog_posts where title = '${TITLE}'`,
  `delete from industries where name in ('${WORD}', '${TITLE}')`,
  `delete from website_content where content_key = '${WORD}'`,
  `delete from redirects where from_path = '/${WORD}'`,
  `delete from missing_paths where path = '/${WORD}'`,
  `delete from subscribers where token = '${WORD}'`,
  `delete from enquiries where name = '${WORD}'`,
];

const LISTS = [
  "/case-studies",
  "/blog",
  "/industries?sort=changed",
  "/pages?name=home",
  "/pages/added",
  `/content?search=${WORD}`,
  `/content?search=${WORD}&keys=1`,
  "/content",
  "/redirects",
  "/redirects?view=missing",
  "/enquiries/subscribers",
  "/deleted?kind=industries",
  "/dashboard",
] as const;

/** Returns each element that overflows its card or the window, with the overflow in pixels. */
const stickingOut = (page: Page) =>
  page.locator("#panel").evaluate((panel) => {
    const cards = [...panel.querySelectorAll<HTMLElement>(".card:has(.tbl)")];
    const parts = cards.flatMap((card) =>
      [...card.querySelectorAll<HTMLElement>(".tbl, td, td *:not(.sr)")].map((part) => ({ part, card })),
    );
    return parts.flatMap(({ part, card }) => {
      const inner = part.getBoundingClientRect();
      const outer = card.getBoundingClientRect();
      const right = Math.min(outer.right, document.documentElement.clientWidth);
      const by = Math.max(inner.right - right, outer.left - inner.left, part.scrollWidth - part.offsetWidth);
      // Less than a pixel is rounding.
      return inner.width && by >= 1 ? [`${part.tagName} ${part.className}: ${by}`] : [];
    });
  });

test("no list overflows its card or the window, however long its words are", async ({ page }) => {
  for (const statement of LONG) await query(statement);
  await openPanel(page, LISTS[0]);
  for (const address of LISTS) {
    await page.goto(PANEL + address);
    await expect(page.locator("td").first()).toBeVisible();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const where = `${address}, ${width} px`;
      expect.soft(await stickingOut(page), where).toEqual([]);
      const html = page.locator("html");
      expect.soft(await html.evaluate((root) => root.scrollWidth - root.clientWidth), where).toBe(0);
    }
  }
  for (const statement of GONE) await query(statement);
});
