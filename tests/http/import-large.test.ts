// Imports a large export of each system, and compares everything with a count made from the file alone.
import sharp from "sharp";
import { afterAll, beforeEach, expect, test } from "vitest";
import { draftName } from "../../app/features/changes/record-key.server.ts";
import {
  type Counted,
  countCsv,
  countGhost,
  countMarkdown,
  countWxr,
  linksIn,
  wordsIn,
} from "../support/count-exports.ts";
import { LARGE_SITE, largeCsv, largeGhost, largeMarkdown, largeWxr } from "../support/large-exports.ts";
import { openOldSites } from "../support/old-sites.ts";
import { PANEL } from "../support/owner.ts";
import { wordsOf } from "../support/page.ts";
import { PATIENCE } from "../support/patience.ts";
import { openPanelSite } from "../support/test-site.ts";

const png = await sharp({ create: { width: 30, height: 20, channels: 3, background: "#05a" } })
  .png()
  .toBuffer();
const old = await openOldSites(png);
afterAll(() => void old.close());
const site = await openPanelSite({ AUDIT: "on", AUDIT_TEST_NET: old.net });
const { clear, query, read, session, url } = site;
beforeEach(() =>
  clear("change_sets", "imports", "blog_posts", "landing_pages", "redirects", "slug_history", "media"),
);

type Summary = Record<"left" | "changed", { title: string; why: string }[]> & {
  shortcodes: Record<string, number>;
  siteUrl: string;
};
type Stored = {
  title: string;
  slug: string;
  published: boolean;
  at: string;
  author: string;
  category: string;
  html: string;
  cover: string;
  meta_title: string;
  meta_description: string;
  is_indexable: boolean;
};

const ROUNDS = 6;
const markdown = largeMarkdown(ROUNDS);

const until = (id: string, state: string) =>
  expect
    .poll(
      async () =>
        (await query<{ state: string }>("select state from import_runs where import_id = $1", [id]))[0]
          ?.state,
      PATIENCE,
    )
    .toMatch(new RegExp(`${state}|failed`));

/** Uploads, imports and publishes files. */
async function runImport(files: readonly (readonly [name: string, content: string])[], siteUrl: string) {
  const form = new FormData();
  form.set("site_url", siteUrl);
  for (const [name, content] of files) form.append("file", new File([content], name));
  const { headers } = await fetch(`${url}${PANEL}/import/upload`, {
    ...{ method: "POST", body: form, redirect: "manual" },
    headers: { ...session, Origin: url },
  });
  const id = /id=([\da-f-]{36})/.exec(headers.get("location") ?? "")?.[1] ?? "";
  await until(id, "ready");
  const [run] = await query<{ summary: Summary; problem: string }>(
    "select summary, problem from import_runs where import_id = $1",
    [id],
  );
  expect(run!.problem).toBe("");
  const report = wordsOf(await read(`${PANEL}/import?id=${id}`));
  const types = { "type:post": "blog-posts", "type:page": "landing-pages" };
  const stored = await site.save("import", { intent: "store", id, ...types, images: "library" });
  expect(stored.status).toBe(200);
  await until(id, "stored");
  const drafts = draftName({ kind: "imports", id });
  const changes = await read(`${PANEL}/changes?drafts=${drafts}`);
  const published = await site.save("changes", { intent: "publish", drafts });
  expect(published.status).toBe(200);
  return { id, summary: run!.summary, report, changes, published: published.text };
}

/** Returns an import's records in the order of the file. */
const storedAs = (table: "blog_posts" | "landing_pages", id: string) =>
  query<Stored>(
    `select record.title, record.slug, record.published, to_char(record.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.000"Z"') as at,
      ${table === "blog_posts" ? "author, category, content as html, featured_image as cover" : "'' as author, '' as category, (select string_agg(one ->> 'body', ' ') from json_array_elements(sections) one) as html, share_image as cover"},
      meta_title, meta_description, is_indexable
    from ${table} record join import_items item on item.record_id = record.id::text
    where item.import_id = $1 and record.deleted_at is null order by item.position`,
    [id],
  );

/** Videos and relative URLs become links, whose text is their whole URL. */
const EMBEDDED = `${LARGE_SITE} https://www.youtube.com/watch`;

/** Returns words of the first list that aren't in the second. */
function missing(words: readonly string[], from: readonly string[]): string[] {
  const left = Map.groupBy(from, (word) => word);
  return words.filter((word) => !left.get(word)?.pop());
}

function compare(counted: readonly Counted[], stored: readonly Stored[]) {
  expect(stored.map(({ title, slug }) => [title, slug])).toEqual(
    counted.map(({ title, slug }) => [title, slug]),
  );
  for (const [i, source] of counted.entries()) {
    const { html, ...record } = stored[i]!;
    const words = wordsIn(html);
    const seen = {
      ...{ isPublic: record.published, date: source.date && record.at, hasCover: record.cover !== "" },
      ...(source.as === "blog_posts" && { author: record.author, category: record.category }),
      missing: missing(source.words, words),
      made: missing(words, source.words).filter((word) => !(source.raw + EMBEDDED).includes(word)),
      images: [...html.matchAll(/<img\b/g)].length,
      isHidden: !record.is_indexable,
      seo: [record.meta_title, record.meta_description],
      inside: /127\.0\.0\.1|10\.0\.0\.1|localhost/.test(html),
    };
    expect([source.title, seen]).toEqual([
      source.title,
      {
        ...{ isPublic: source.isPublic, date: source.date, hasCover: source.hasCover },
        ...(source.as === "blog_posts" && { author: source.author, category: source.category }),
        ...{ missing: [], made: [], images: source.images, isHidden: source.seo?.isHidden ?? false },
        seo: [source.seo?.title ?? "", source.seo?.description ?? ""],
        inside: false,
      },
    ]);
  }
}

/** Expects a link to every link of the source: imported pages at their new URL, images in the library. */
function compareLinks(all: readonly Counted[], stored: ReadonlyMap<Counted, Stored>) {
  const paths = new Map<string, string>();
  for (const { as, slug, oldPaths } of all)
    for (const old of as ? oldPaths : []) {
      const from = decodeURI(old).replace(/\/$/, "");
      if (!paths.has(from)) paths.set(from, as === "blog_posts" ? `/blog/${slug}` : `/${slug}`);
    }
  for (const [source, { html }] of stored) {
    const links = linksIn(html);
    for (const link of source.links) {
      const [bare = "", hash] = link.split("#");
      const path = bare.startsWith(LARGE_SITE) ? bare.slice(LARGE_SITE.length) : bare;
      const moved = paths.get(path.replace(/\/$/, ""));
      const expected = link.startsWith("#")
        ? `#section-${hash}`
        : moved
          ? moved + (hash ? `#${hash}` : "")
          : /\.png$/.test(path)
            ? expect.stringMatching(/^\/media\//)
            : link;
      expect([source.title, links]).toEqual([source.title, expect.arrayContaining([expected])]);
    }
  }
  return paths;
}

async function expectAll(all: Counted[], { id, summary, report }: Awaited<ReturnType<typeof runImport>>) {
  const coming = all.filter(({ as }) => as);
  const stored = new Map<Counted, Stored>();
  for (const table of ["blog_posts", "landing_pages"] as const) {
    const counted = coming.filter(({ as }) => as === table);
    const records = await storedAs(table, id);
    compare(counted, records);
    for (const [i, one] of counted.entries()) stored.set(one, records[i]!);
  }
  const paths = compareLinks(all, stored);

  // What's left out has its reason, and nothing else is.
  const left = summary.left.filter(({ why }) => !/media library|Menus, forms|other columns/.test(why));
  const isByType = ({ why }: Counted) => /type/.test(why?.source ?? "");
  const out = all.filter((one) => !one.as && !isByType(one));
  expect(left.map(({ title, why }) => [title, why])).toEqual(
    out.map(({ title, why }) => [title, expect.stringMatching(why!)]),
  );
  for (const { title, why } of all.filter(isByType))
    expect(report).toMatch(new RegExp(`${why!.source}[\\s\\S]*${title}`));

  // Every difference has its line, and no line is untrue.
  const expected = all.flatMap(({ title, lines }) => lines.map((line) => ({ title, line })));
  const byPlan = (line: RegExp) => /below another/.test(line.source);
  const lines = summary.changed.map(({ title, why }) => ({ title, why }));
  for (const { title, line } of expected) {
    if (byPlan(line)) expect(report).toContain("It was below another page, and is at the top level here.");
    else {
      const at = lines.findIndex((one) => one.title === title && line.test(one.why));
      expect([title, line, at]).not.toEqual([title, line, -1]);
      lines.splice(at, 1);
    }
  }
  expect(lines).toEqual([]);

  // Old URLs lead to the new ones in one hop.
  const redirects = await query<{ from: string; to: string }>(
    "select from_path as from, to_path as to from redirects where is_on",
  );
  const targets = new Map(redirects.map(({ from, to }) => [from.replace(/\/\*$/, ""), to]));
  for (const [from, to] of paths) expect([from, targets.get(from) ?? from]).toEqual([from, to]);
  const failed = await query<{ title: string; reason: string }>(
    "select title, reason from import_items where import_id = $1 and state = 'failed' order by title",
    [id],
  );
  return failed.map(({ title, reason }) => `${title}: ${reason}`);
}

test("everything in a WordPress export arrives or is in the report, even if the export is split", async () => {
  const xml = largeWxr(ROUNDS);
  const items = xml.split(/(?=<item>)/);
  const [head = "", end] = [items[0], "\n</channel></rss>"];
  const middle = Math.floor(items.length / 2);
  const first = items.slice(0, middle).join("") + end;
  const done = await runImport(
    [
      ["1.xml", first],
      ["2.xml", head + items.slice(middle).join("")],
    ],
    "",
  );
  const all = countWxr(xml);
  const failed = await expectAll(all, done);
  expect(failed.filter((one) => /was removed/.test(one))).toHaveLength(ROUNDS + 1);
  expect(failed.filter((one) => /stays in the text/.test(one))).toHaveLength(ROUNDS);
  const { shortcodes } = done.summary;
  expect(shortcodes).toEqual({ pricing: ROUNDS, "contact-form-7": ROUNDS });
  for (const line of ["nav_menu_item (3)", "wpcf7_contact_form (3)", "unused.png", "unused.pdf"])
    expect(done.summary.left.map(({ title }) => title).join(" ")).toContain(line);
  const items68 = all.filter(({ as, isPublic }) => as && isPublic).length;
  expect(done.published).toContain(`${items68} items are live now.`);
});

test("everything in a Ghost export arrives or is in the report", async () => {
  const json = largeGhost(ROUNDS);
  expect(await expectAll(countGhost(json), await runImport([["ghost.json", json]], LARGE_SITE))).toEqual([]);
});

test("everything in a CSV file arrives or is in the report", async () => {
  const csv = largeCsv(ROUNDS);
  const done = await runImport([["posts.csv", csv]], LARGE_SITE);
  expect(await expectAll(countCsv(csv), done)).toEqual([]);
  expect(done.summary.left.map(({ why }) => why)).toContain("Its other columns aren't imported: price");
});

test("everything in Hugo's, Jekyll's and Astro's files arrives or is in the report", async () => {
  const failed = await expectAll(countMarkdown(markdown), await runImport(markdown, LARGE_SITE));
  expect(failed).toEqual([
    `${LARGE_SITE}/assets/hero.jpg: The server returned 404. Its URL stays in the text.`,
  ]);
});
