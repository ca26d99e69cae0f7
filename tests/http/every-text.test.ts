// Issue 6: every text of the site is changed through the panel's own save, and the new one is on the page that shows it.
import { expect, test } from "vitest";
import type { CopyValue } from "../../app/copy/site/page-copy.ts";
import { pagePath } from "../../app/copy/site/page-path.ts";
import { type PageName, pages } from "../../app/copy/site/pages.ts";
import { listBuiltIns } from "../../app/features/website-content/built-in.ts";
import { asStored, contentType } from "../../app/features/website-content/content-type.ts";
import { wordsOf } from "../support/page.ts";
import { openPanelSite } from "../support/test-site.ts";

const { query, save, url } = await openPanelSite();

/** A new value of the same type and shape as the built-in one, and what must be seen of it. */
function changed(value: CopyValue, key: string, place: number) {
  const marks: string[] = [];
  let part = 0;
  const mark = () => {
    marks.push(`Mk${place}p${++part}x`);
    return marks.at(-1)!;
  };
  const change = (one: CopyValue, name: string): CopyValue => {
    if (typeof one === "number") {
      // No other number of the site, and small enough for a score.
      const number = 83 + part++ / 8;
      marks.push(String(number));
      return number;
    }
    if (typeof one === "object")
      return Array.isArray(one)
        ? one.map((item) => change(item, ""))
        : Object.fromEntries(Object.entries(one).map(([at, item]) => [at, change(item, at)]));
    // Highlighted words stand in the headline or are chosen anew: nothing of a mark would be seen.
    if (name === "icon" || name === "marked_words" || one === "") return one;
    if (name.endsWith("href")) return `${one}?to=${mark()}`;
    if (contentType(one) === "color") {
      marks.push("#0A7F3B");
      return "#0A7F3B";
    }
    if (contentType(one) === "image_url") return `/${mark()}.svg`;
    if (contentType(one) === "html") return `<p>${mark()}</p>`;
    return [mark(), ...(one.match(/\{\w+\}/g) ?? [])].join(" ");
  };
  return { value: change(value, key), marks };
}

const texts = listBuiltIns().map(({ value, ...address }, place) => ({
  ...address,
  name: `${address.page_name} ${address.section_name} ${address.content_key}`,
  ...changed(value, address.content_key, place),
}));

const PICTURE = "/placeholder.svg";
/** What the pages must hold so that each of their texts has a reason to show. */
const RECORDS = `
  insert into website_settings (setting_key, setting_value, setting_type) values
    ('phone_number', '(212) 555-0142', 'text'), ('contact_email', 'hello@example.com', 'text'),
    ('facebook_url', 'https://facebook.com/example', 'text'), ('google_analytics_id', 'G-ABC1234567', 'text');
  insert into redirects (from_path) values ('/gone');
  insert into industries (name)
    select unnest(array['E-commerce', 'Technical', 'National', 'Consulting', 'Local Business', 'Digital PR', 'Alone', 'Empty']);
  update industries set description = 'Software for others.' where name = 'Technical';
  insert into case_studies (title, slug, client, industry, industry_id, result, testimonial, client_name, challenge,
      solution, results, created_at)
    select name || ' ' || n, 'study-' || lower(replace(name, ' ', '-')) || '-' || n, 'Ada', name, id, '+10%', 'Good.',
      'Ada', '<p>Before.</p>', '<p>After.</p>', '{"rank":"26 to 2"}',
      now() - interval '9 days'
    from industries, generate_series(1, 10) as n where name <> 'Empty' and (name <> 'Alone' or n = 1);
  insert into blog_posts (title, slug, content, featured_image)
    select 'Post ' || n, 'post-' || n, '<h2>One</h2><p>Words</p><h2>Two</h2><p>Words</p><h2>Three</h2><p>W</p>',
      '${PICTURE}'
    from generate_series(1, 30) as n;
  insert into subscribers (email, token) values ('ada@example.com', 'token');`;

const WITHOUT_RECORDS = ["/", "/case-studies", "/blog", "/sitemap"];
const WITH_RECORDS = [
  ...(Object.keys(pages) as PageName[]).map(pagePath),
  "/case-studies?page=2",
  "/case-studies?industry=empty",
  "/case-studies?industry=technical",
  "/case-studies?industry=alone",
  "/case-studies/study-technical-1",
  "/case-studies/study-alone-1",
  "/case-studies/no-such-study",
  "/blog?page=2",
  "/blog/post-1",
  "/blog/no-such-post",
  "/gone",
  "/newsletter/confirm/token",
  "/newsletter/unsubscribe/token",
  "/newsletter/confirm/no-such-token",
];

const read = async (path: string, init?: RequestInit) => (await fetch(url + path, init)).text();

test("every address of the copy files is changed through the panel's own save, and the new value is on the page that shows it, on the next request", async () => {
  for (const path of WITHOUT_RECORDS) await read(path);
  const refused: unknown[] = [];
  for (const { page_name, section_name, content_key, value, name } of texts) {
    const content_value = asStored(value);
    const { text: reply } = await save("content", {
      ...{ intent: "update", id: "", version: "0" },
      ...{ page_name, section_name, content_key, content_value, content_type: contentType(value) },
    });
    if (!reply.includes("Content updated successfully")) refused.push({ name, reply });
  }
  expect(refused).toEqual([]);

  const seen = await Promise.all(WITHOUT_RECORDS.map((path) => read(path)));
  await query(RECORDS);
  // Written past the panel: the site hears of it a moment later, of all of it at once.
  await expect.poll(() => read("/"), { timeout: 10_000 }).toContain('href="/case-studies/study-');
  for (const path of WITH_RECORDS) seen.push(await read(path));
  seen.push(await read("/newsletter/confirm/token", { method: "POST" }));
  seen.push(await read("/newsletter/unsubscribe/token", { method: "POST" }));
  const html = seen.join("\n");
  const words = ` ${wordsOf(html.replace(/<head>.*?<\/head>/gs, " "))} `;
  const unseen = texts.flatMap(({ name, marks }) => {
    const missing = marks.filter((mark) =>
      /^\d/.test(mark) ? !new RegExp(`(?<![\\w.,])${mark}(?![\\w])`).test(words) : !html.includes(mark),
    );
    return missing.length ? [`${name} (${missing.length} of ${marks.length})`] : [];
  });
  expect(unseen).toEqual([]);
  // Some two thousand saves.
}, 600_000);
