import { expect, test } from "vitest";
import type { CopyValue } from "../../app/copy/site/page-copy.ts";
import { pagePath } from "../../app/copy/site/page-path.ts";
import { type PageName, pages } from "../../app/copy/site/pages.ts";
import { builtInModel, builtInParts, listBuiltIns } from "../../app/features/website-content/built-in.ts";
import { asStored, contentType } from "../../app/features/website-content/content-type.ts";
import { contentRules } from "../../app/features/website-content/rules.ts";
import { wordsOf } from "../support/page.ts";
import { openPanelSite } from "../support/test-site.ts";

// No server responds at the audited website.
const { query, save, url } = await openPanelSite({
  AUDIT: "on",
  AUDIT_TEST_NET: "named.example.org=93.184.215.14",
});

/** Returns a new value of the same type and shape, and the marks to find on the page. */
function changed(value: CopyValue, key: string, place: number) {
  const marks: string[] = [];
  let part = 0;
  const mark = () => {
    marks.push(`Mk${place}p${++part}x`);
    return marks.at(-1)!;
  };
  const change = (one: CopyValue, name: string): CopyValue => {
    if (typeof one === "number") {
      // The number must be unique on the site and small enough for a score.
      const number = 83 + part++ / 8;
      marks.push(String(number));
      return number;
    }
    if (typeof one === "object")
      return Array.isArray(one)
        ? one.map((item) => change(item, ""))
        : Object.fromEntries(Object.entries(one).map(([at, item]) => [at, change(item, at)]));
    // Highlighted words must be part of the headline.
    if (name === "icon" || name === "marked_words") return one;
    if (name.endsWith("href")) return `${one || "https://none.example/"}?to=${mark()}`;
    if (one === "") return one;
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

const texts = listBuiltIns().map(({ value: builtIn, ...address }, place) => {
  // A list that's empty until the owner fills it gets an item.
  const { item } = builtInParts(address)[""] ?? {};
  const { value, marks } = changed(item === undefined ? builtIn : [item], address.content_key, place);
  const form = { ...address, content_value: asStored(value), content_type: contentType(value) };
  return { name: Object.values(address).join(" "), value, marks, form };
});
/** The last text of each type on each page is saved with its form, and all others take the same way into pages. */
const saved = new Set(
  new Map(texts.map((text) => [`${text.form.page_name} ${text.form.content_type}`, text])).values(),
);

const IMAGE = "/placeholder.svg";
/** Records that make the site show every text. */
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
      now() - interval '1 day' * case name when 'Local Business' then 8 else 9 end
    from industries, generate_series(1, 10) as n where name <> 'Empty' and (name <> 'Alone' or n = 1);
  update case_studies set monthly = E'2025-10 1\\n2025-11 2', source = 'Log' where slug = 'study-technical-1';
  insert into blog_posts (title, slug, content, featured_image)
    select 'Post ' || n, 'post-' || n, '<h2>One</h2><p>Words</p><h2>Two</h2><p>Words</p><h2>Three</h2><p>W</p>',
      '${IMAGE}'
    from generate_series(1, 30) as n;
  insert into landing_pages (title, slug, service, area)
    select service || n, service || '-' || n, service, case service when 'local-seo' then 'Town, NY' else '' end
    from unnest(array['local-seo', 'national-seo']) as service, generate_series(1, 13) as n;
  insert into subscribers (email, token) values ('ada@example.com', 'token');`;

const finding = (id: string, state: string, value = {}) => ({ id, state, value });
const result = (findings: object[], trouble: string | null = null) => ({
  ...{ version: 1, url: "https://a.example/", host: "a.example", finalUrl: null, tookMs: 900, trouble },
  ...{ checkedAt: "2026-01-01T00:00:00Z", title: "", description: "", h1: "", findings },
});
/** One report of each kind. Each token repeats the letter of its kind. */
const REPORTS = {
  W: { state: "running" },
  D: {
    state: "done",
    result: result([
      finding("title", "fail"),
      finding("lang", "warn"),
      finding("reach", "pass"),
      finding("words", "note", { words: 9 }),
    ]),
  },
  M: {
    state: "done",
    result: result([
      finding("title", "fail"),
      finding("h1", "fail"),
      finding("lang", "warn"),
      finding("alt", "warn"),
    ]),
  },
  P: { state: "done", result: result([finding("reach", "pass"), finding("title", "unchecked")]) },
  T: { state: "done", result: result([], "no-dns") },
  F: { state: "failed" },
  S: { state: "skipped" },
};
const tokenOf = (letter: string) => letter.repeat(22);

async function addReports() {
  for (const [letter, { state, result = null }] of Object.entries({ ...REPORTS } as Record<
    string,
    { state: string; result?: object }
  >))
    await query(
      `with enquiry as (
        insert into enquiries (id, form_type, name, email) values (gen_random_uuid(), 'audit', 'Ada', 'ada@example.com') returning id
      ) insert into audits (enquiry_id, token_hash, url, host, state, started_at, result)
        select id, encode(sha256(convert_to($1, 'UTF8')), 'hex'), 'https://a.example/', 'a.example', $2, now(), $3 from enquiry`,
      [tokenOf(letter), state, result && JSON.stringify(result)],
    );
}

async function askForAudit(website: string) {
  const fields = { formName: "audit", name: "Ada", email: "ada@example.com", website };
  return read("/?index", { method: "POST", body: new URLSearchParams(fields), headers: { Origin: url } });
}

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

test("every built-in text can be changed, and the change shows at the next request", async () => {
  for (const path of WITHOUT_RECORDS) await read(path);
  const rules = contentRules(builtInModel);
  expect(texts.filter(({ form }) => !rules.safeParse(form).success).map(({ name }) => name)).toEqual([]);
  for (const { name, form } of saved) {
    const { text: reply } = await save("content", { intent: "update", id: "", version: "0", ...form });
    expect(reply, name).toContain("Content updated successfully");
  }
  await query(
    `insert into website_content (page_name, section_name, content_key, content_value, content_type)
     select * from jsonb_to_recordset($1)
       as text(page_name text, section_name text, content_key text, content_value text, content_type text)`,
    [JSON.stringify(texts.filter((text) => !saved.has(text)).map(({ form }) => form))],
  );

  const seen = await Promise.all(WITHOUT_RECORDS.map((path) => read(path)));
  await query(RECORDS);
  // A post shows its author's details if the Team page lists that name.
  const leader = texts.find(({ name }) => name === "team leadership name")!.value;
  await query("update blog_posts set author = $1 where slug = 'post-1'", [leader]);
  await addReports();
  // This page waits a few seconds for its report.
  const waiting = read(`/audit/${tokenOf("W")}`);
  for (const letter of Object.keys(REPORTS).slice(1)) seen.push(await read(`/audit/${tokenOf(letter)}`));
  seen.push(await read(`/audit/${tokenOf("X")}`));
  seen.push(await askForAudit("named.example.org"), await askForAudit("http://localhost"));
  for (const path of WITH_RECORDS) seen.push(await read(path));
  seen.push(await waiting);
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
});
