import { expect, type Page } from "@playwright/test";
import { test } from "../support/browser-test.ts";
import { query } from "../support/e2e-database.ts";
import { PANEL } from "../support/owner.ts";
import { openPanel, unique } from "../support/panel.ts";

test.use({ extraHTTPHeaders: { "X-Forwarded-For": "203.0.113.72" } });

const WIDTHS = [
  ...[320, 375, 480, 640, 768, 800, 900, 1024, 1100, 1180, 1200],
  ...[1280, 1366, 1440, 1536, 1920, 2560],
];

/** A word of 80 letters, too long for any column. */
const WORD = unique("Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtenverein").replace(
  " ",
  "",
);
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
  `insert into redirects (from_path, to_path, hits) values ('/${WORD}', '/${WORD}${WORD}', 2000000000)`,
  `insert into missing_paths (path, hits, referrers)
    values ('/${WORD}', 2000000000, '{"${WORD}.example": 1234567}')`,
  `insert into subscribers (email, token) values ('${WORD}@${WORD}.example', '${WORD}')`,
  `insert into enquiries (id, name, email, form_type, message, services, created_at, utm, page, trail, status,
      value_cents, value_per, value_is_estimate)
    select gen_random_uuid(), '${WORD}', 'ada@mail.example', form_type,
      case form_type when 'contact' then '${TITLE}' when 'audit' then 'Two short lines\nand <b>tags</b>' else '' end,
      array['${WORD}', '${TITLE}'], now() - since,
      '{"utm_source": "${WORD}", "utm_campaign": "${WORD}"}', '/${WORD}', array['/${WORD}'], 'won',
      123456789012, per, form_type = 'audit'
    from unnest(array['once', 'month']) as per,  unnest(array['contact', 'audit', 'service']) as form_type,
      unnest(array['1 hour', '23 hours', '400 days']::interval[]) as since`,
  `insert into industries (name, deleted_at) values ('${TITLE}', now())`,
  `insert into reply_templates (name, body) values ('${WORD}', '${TITLE}')`,
  `insert into people (role, name, email, password_hash, disabled_at)
    values ('editor', '${WORD}', '${WORD}@mail.example', '', now())`,
  `insert into audit_log (event, browser, network, details)
    values ('record.deleted', '${WORD}', '${WORD}', '{"kind": "blog-posts", "name": "${TITLE}"}')`,
  `insert into webhook_endpoints (name, url, host, format, events, secret, is_on)
    values ('${WORD}', 'https://${WORD}.example/', '${WORD}.example', 'standard', array['enquiry.created'], '', false)`,
  `insert into webhook_deliveries (endpoint_id, event, state, status, trouble, answer, done_at)
    select id, 'enquiry.created', 'failed', 500, '${WORD}', '${WORD}', now()
    from webhook_endpoints where name = '${WORD}'`,
  `insert into passkeys (id, name, public_key) values ('${WORD}', '${WORD}', '')`,
  `insert into admin_sessions (id_hash, browser, network) values ('${WORD}', '${WORD}', '${WORD}')`,
  `insert into preview_links (token_hash, records, expires_at, opens, last_opened_at)
    select '${WORD}', jsonb_build_array(jsonb_build_object('kind', 'blog-posts', 'id', id)), now() + interval '1 day',
      1234567, now() from blog_posts where title = '${TITLE}'`,
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
  `with set as (insert into change_sets (state, title, published_at) values ('published', '${WORD}', now())
      returning id)
    insert into change_items (change_set_id, kind, record_id, name, fields, waits)
    select set.id, 'blog-posts', blog_posts.id, title, '{}', false from set, blog_posts where title = '${TITLE}'`,
];

const GONE = [
  `delete from preview_links where token_hash = '${WORD}'`,
  `delete from admin_sessions where id_hash = '${WORD}'`,
  `delete from passkeys where id = '${WORD}'`,
  `delete from webhook_endpoints where name = '${WORD}'`,
  `delete from people where name = '${WORD}'`,
  `delete from reply_templates where name = '${WORD}'`,
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

const RECORDS = ["/blog", "/case-studies", "/pages/added"];

const LISTS = [
  ...RECORDS,
  "/blog?sort=title",
  "/industries?sort=changed",
  "/pages?name=home",
  `/content?search=${WORD}`,
  `/content?search=${WORD}&keys=1`,
  "/content",
  "/redirects",
  "/redirects?view=missing",
  "/enquiries?status=all",
  "/enquiries/subscribers",
  "/enquiries/templates",
  ...["source", "landing", "service", "campaign"].map((by) => `/enquiries/sources?by=${by}`),
  "/deleted?kind=industries",
  "/dashboard",
  "/changes",
  "/activity",
  "/webhooks",
  "/account",
  "/settings",
  "/media",
];

/** Returns each element that overflows its card or the window, with the overflow in pixels. */
const stickingOut = (page: Page) =>
  page.locator("#panel").evaluate((panel) => {
    const cards = [...panel.querySelectorAll<HTMLElement>(".card:has(.tbl)")];
    const parts = cards.flatMap((card) => [
      { part: card, card },
      ...[...card.querySelectorAll<HTMLElement>(".tbl, td, td *:not(.sr)")].map((part) => ({ part, card })),
    ]);
    return parts.flatMap(({ part, card }) => {
      const inner = part.getBoundingClientRect();
      const outer = card.getBoundingClientRect();
      const right = Math.min(outer.right, document.documentElement.clientWidth);
      const hidden =
        getComputedStyle(part).textOverflow === "ellipsis" ? 0 : part.scrollWidth - part.offsetWidth;
      const by = Math.max(inner.right - right, outer.left - inner.left, hidden);
      // Less than a pixel is rounding.
      return inner.width && by >= 1 ? [`${part.tagName} ${part.className}: ${by}`] : [];
    });
  });

async function expectNothingSticksOut(page: Page, addresses: readonly string[]) {
  for (const address of addresses) {
    await page.goto(PANEL + address);
    await page.locator(".adm[data-ready]").waitFor();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const where = `${address}, ${width} px`;
      expect.soft(await stickingOut(page), where).toEqual([]);
      const html = page.locator("html");
      expect.soft(await html.evaluate((root) => root.scrollWidth - root.clientWidth), where).toBe(0);
    }
  }
}

test("a schedule among the samples doesn't push a list out of its card", async ({ page }) => {
  const one = `(select 'blog-posts', id, title from blog_posts where is_sample order by created_at limit 1)
    union all (select 'case-studies', id, title from case_studies where is_sample order by created_at limit 1)`;
  await query(`insert into change_sets (title, publish_at) values ('${WORD}', '2099-09-28T21:59Z')`);
  await query(scheduled(one));
  await openPanel(page, "/blog");
  await expectNothingSticksOut(page, RECORDS);
  await query(`delete from change_sets where title = '${WORD}'`);
});

test("at 1280 pixels, names have at most two lines of a readable length, and badges share a line", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const address of ["/blog", "/case-studies"]) {
    await openPanel(page, address);
    const rows = await page.locator("tbody tr").evaluateAll((rows) =>
      rows.map((row) => {
        const name = row.querySelector<HTMLElement>(".rname")!;
        const lineHeight = Number.parseFloat(getComputedStyle(name).lineHeight);
        const badges = [...row.querySelectorAll(".badge")].map((badge) => badge.getBoundingClientRect().top);
        return {
          lines: Math.round(name.getBoundingClientRect().height / lineHeight),
          isReadable: name.getBoundingClientRect().width >= 190,
          isWhole: name.title === name.textContent,
          isOneLine: new Set(badges).size === 1,
        };
      }),
    );
    expect(rows.length).toBeGreaterThan(10);
    for (const row of rows) {
      expect.soft(row).toMatchObject({ isReadable: true, isWhole: true, isOneLine: true });
      expect.soft(row.lines).toBeLessThanOrEqual(2);
    }
  }
});

test("no list overflows its card or the window, however long its words are", async ({ page }) => {
  for (const statement of LONG) await query(statement);
  await openPanel(page, "/blog");
  await expectNothingSticksOut(page, LISTS);
  const endpoint = (
    await query<{ id: string }>(`select id from webhook_endpoints where name = '${WORD}'`)
  )[0]!;
  await expectNothingSticksOut(page, [`/webhooks?open=${endpoint.id}`]);
  for (const statement of GONE) await query(statement);
});
