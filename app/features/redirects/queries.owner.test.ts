import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import { inNameOf } from "../../platform/database/session-writes.server.ts";
import type { FetchAsVisitor } from "../../platform/http/context.server.ts";
import { undoOperation } from "../changes/undo.server.ts";
import { importRedirects } from "./import.server.ts";
import { clearMissing, countMissing, listMissing } from "./missing.server.ts";
import {
  addRedirect,
  deleteRedirect,
  eachRedirect,
  listRedirects,
  updateRedirect,
  valuesOf,
  write,
} from "./queries.owner.server.ts";
import { findRedirect } from "./queries.server.ts";
import { type RedirectInput, redirect } from "./rules.ts";
import { missing_paths, redirects } from "./table.server.ts";
import { recordMissing, recordRedirected } from "./visits.server.ts";
import { findByPath, serializeSaves } from "./write.server.ts";

const { owner, visitor } = await openTestDatabases();
const siteUrl = "https://www.agency.example";
const ask: FetchAsVisitor = (path) =>
  Promise.resolve(new Response("page", { status: ["/", "/about", "/contact"].includes(path) ? 200 : 404 }));
const site = { siteUrl, ask };

beforeEach(async () => {
  await owner.delete(redirects);
  await owner.delete(missing_paths);
});

const input = (from_path: string, to_path: string | null): RedirectInput =>
  redirect.parse({ from_path, to_path: to_path ?? "", answer: to_path === null ? "410" : "301" });
const add = (from: string, to: string | null) => addRedirect(owner, input(from, to), site);
const stored = async () =>
  Object.fromEntries((await owner.select().from(redirects)).map((row) => [row.from_path, row.to_path]));

describe("validation", () => {
  test.each([
    ["/old", "/new"],
    ["https://www.agency.example/old", "https://elsewhere.example/x?y#z"],
    ["/old", null],
  ])("a redirect from %s to %s is accepted", (from, to) => {
    expect(() => input(from, to)).not.toThrow();
  });

  test.each([
    ["", "/new"],
    ["old", "/new"],
    ["//old", "/new"],
    ["/o ld", "/new"],
    ["/old", ""],
    ["/old", "new"],
    ["/old", "//elsewhere.example"],
    ["/old", "/\\elsewhere.example"],
    ["/old", "javascript:alert(1)"],
    ["/old", "/a b"],
  ])("a redirect from %s to %s is rejected", (from, to) => {
    expect(() => input(from, to)).toThrow();
  });
});

describe("adding and editing", () => {
  test("URLs are normalized and lose the site's own host", async () => {
    await add("https://www.agency.example/Old/", "https://www.agency.example/Contact/?y=1#z");
    await add("/gone/", null);
    expect(await stored()).toEqual({ "/old": "/contact?y=1#z", "/gone": null });
  });

  test.each([
    ["/about", "/contact", { from_path: "There's a page at /about now." }],
    ["/", "/contact", { from_path: "There's a page at / now." }],
    ["https://elsewhere.example/a", "/contact", { from_path: "This URL is on another site." }],
    ["/a", "/A/?x=1", { to_path: "A redirect can't point to itself." }],
    ["/Taken/", "/contact", { from_path: "There's already a redirect from /taken." }],
    ["/end", "/taken", { to_path: "/taken redirects back to /end" }],
    ["/a", "/gone", { to_path: "/gone has been permanently removed." }],
  ])("saving a redirect from %s to %s is rejected with a reason", async (from, to, fields) => {
    await add("/gone", null);
    await add("/taken", "/end");
    const before = await stored();
    const [name, words] = Object.entries(fields)[0]!;
    await expect(add(from, to)).rejects.toMatchObject({
      fields: { [name]: expect.stringContaining(words) },
    });
    expect(await stored()).toEqual(before);
  });

  test("a redirect is rejected if the check for an existing page fails", async () => {
    const down = () => Promise.resolve(new Response(null, { status: 503 }));
    await expect(addRedirect(owner, input("/a", "/b"), { siteUrl, ask: down })).rejects.toThrow(
      "couldn't check",
    );
  });

  test("a new redirect shortens chains before and after it", async () => {
    await add("/b", "/c");
    expect(await add("/a", "/b?x=1")).toEqual({ note: expect.stringContaining("goes straight to /c?x=1") });
    await add("/c", "/d");
    for (const [from, to] of [
      ["/a", "/d?x=1"],
      ["/b", "/d"],
      ["/c", "/d"],
    ] as const)
      expect(await findRedirect(owner, from)).toEqual({ to_path: to });
  });

  test("an edit can swap a redirect's URLs or keep its old URL, but can't redirect a page", async () => {
    await add("/a", "/b");
    const { id } = (await findByPath(owner, "/a"))!;
    await updateRedirect(owner, id, 1, input("/b", "/a"), site);
    expect(await stored()).toEqual({ "/b": "/a" });
    await updateRedirect(owner, id, 2, input("/b", null), site);
    expect(await stored()).toEqual({ "/b": null });
    await expect(updateRedirect(owner, id, 3, input("/about", null), site)).rejects.toThrow(
      "There's a page at",
    );
  });

  test("an edit is rejected if the redirect was deleted in the meantime", async () => {
    await add("/a", "/b");
    const { id } = (await findByPath(owner, "/a"))!;
    await deleteRedirect(owner, id);
    await expect(updateRedirect(owner, id, 1, input("/a", "/d"), site)).rejects.toThrow("was deleted");
  });

  test.each(["/./a", "/x/../a", `${siteUrl.toUpperCase()}/a`, `${siteUrl}//a`])(
    "a redirect to its own path is rejected, even if that's spelled %s",
    (to) => expect(add("/a", to)).rejects.toThrow("can't point to itself"),
  );

  test("concurrent saves can't form a loop", async () => {
    const isWaiting = async () => {
      // Counts connections waiting for a lock. No other test uses this database.
      const locks = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
      return (await owner.execute(locks)).rowCount;
    };
    const late = await owner.transaction(async (tx) => {
      await serializeSaves(tx);
      await write(tx, null, valuesOf(input("/b", "/a"), siteUrl), siteUrl);
      const outcome = add("/a", "/b").catch((error: Error) => error.message);
      await expect.poll(isWaiting).toBe(1);
      return { outcome };
    });
    expect(await late.outcome).toContain("/b redirects back to /a");
  });

  describe("undoing a delete", () => {
    async function remove(from: string, more?: Partial<typeof redirects.$inferInsert>) {
      const { id } = (await findByPath(owner, from))!;
      if (more) await owner.update(redirects).set(more).where(eq(redirects.id, id));
      const operation = randomUUID();
      await deleteRedirect(inNameOf(owner, "mark1234", operation), id);
      return () => undoOperation(owner, operation);
    }

    test("Undo restores a deleted redirect once, if its path is free", async () => {
      await add("/a", "/b");
      const [created_at, last_hit_at] = [
        new Date("2026-01-02T03:04:05.678Z"),
        new Date("2026-02-03T04:05:06Z"),
      ];
      const kept = { hits: 7, created_at, last_hit_at };
      const undo = await remove("/a", kept);
      await undo();
      expect(await findByPath(owner, "/a")).toMatchObject({ to_path: "/b", ...kept });
      await expect(undo()).rejects.toThrow("Changed since");
      const taken = await remove("/a");
      await add("/a", "/c");
      await expect(taken()).rejects.toThrow("already a redirect");
    });

    test("a restored redirect shortens chains before and after it", async () => {
      await add("/a", "/b");
      const undo = await remove("/a");
      await add("/b", "/c");
      await add("/x", "/a");
      await undo();
      for (const from of ["/a", "/b", "/x"])
        expect(await findRedirect(owner, from)).toEqual({ to_path: "/c" });
    });

    test("Undo restores a redirect even if its target is gone", async () => {
      await add("/a", "/b");
      await add("/b", null);
      for (const from of ["/a", "/b"]) await (await remove(from))();
      expect(await stored()).toEqual({ "/a": "/b", "/b": null });
    });
  });
});

test("the list of redirects can be searched, sorted and paged", async () => {
  await owner.insert(redirects).values(
    Array.from({ length: 25 }, (_, at) => ({
      from_path: `/old_${String(at).padStart(2, "0")}`,
      to_path: at === 3 ? "/special%" : "/new",
      hits: at,
    })),
  );
  const list = (more: object) =>
    listRedirects(owner, { search: "", sort: "address", page: 1, perPage: 20, ...more });
  expect(await list({ page: 9 })).toMatchObject({ matching: 25, page: 2, pages: 2 });
  expect((await list({ sort: "hits" })).rows[0]).toMatchObject({ from_path: "/old_24" });
  expect((await list({ search: "%" })).rows.map((row) => row.from_path)).toEqual(["/old_03"]);
  expect((await list({ search: "OLD_0" })).matching).toBe(10);
  const exported: number[] = [];
  for await (const { hits } of eachRedirect(owner, "")) exported.push(hits);
  expect(exported).toEqual(Array.from({ length: 25 }, (_, at) => at));
});

test("adding a redirect removes its path from the 404 log", async () => {
  await recordMissing(owner, [
    { path: "/old", hits: 3, referrers: { "news.example": 2 } },
    { path: "/other", hits: 1, referrers: {} },
    { path: "/third", hits: 2, referrers: {} },
  ]);
  const paths = async () =>
    (await listMissing(owner, { search: "", sort: "hits", page: 1, perPage: 20 })).rows.map(
      ({ path }) => path,
    );
  expect(await paths()).toEqual(["/old", "/third", "/other"]);
  await add("/old", "/contact");
  expect(await paths()).toEqual(["/third", "/other"]);
  await clearMissing(owner, "/third");
  expect(await paths()).toEqual(["/other"]);
  await clearMissing(owner);
  expect(await countMissing(owner)).toBe(0);
});

test.each([
  ["/a*/feed", "/contact", "last folder"],
  ["/*", "/contact", "last folder"],
  ["https://www.agency.example/*/feed", "/contact", "last folder"],
  ["/a", "/b/*", "only if the old URL ends in"],
  ["/a/*", "/b/*/c", "only if the old URL ends in"],
  ["/a/*", "/a/b/*", "itself"],
  ["/a?x=1", "/A?x=1&y=2", "itself"],
])("an unusable wildcard or query is rejected: %s to %s", async (from, to, reason) => {
  const refusal = await add(from, to).catch((error: Error) => error);
  expect(String(refusal)).toContain(reason);
  const [line] = await importRedirects(owner, `From,To\n${from},${to}`, site);
  expect([line?.outcome, line?.note]).toEqual(["refused", expect.stringContaining(reason)]);
  expect(await owner.select().from(redirects)).toEqual([]);
});

describe("old URLs with a query and wildcards", () => {
  const follow = async (asked: string) => (await findRedirect(visitor, asked))?.to_path;

  test("the most specific redirect wins", async () => {
    await add("/?p=123", "/contact");
    await add("/category/*", "/news/*");
    await add("/category/seo/*", "/services/*");
    await add("/category/seo/local", "/contact");
    expect(await follow("/?utm_source=x&p=123")).toBe("/contact?utm_source=x");
    expect(await follow("/?p=12")).toBeUndefined();
    expect(await follow("/category/seo/local")).toBe("/contact");
    expect(await follow("/category/seo/other")).toBe("/services/other");
    expect(await follow("/Category/News/?page=2")).toBe("/news/News?page=2");
    expect(await follow("/category")).toBe("/news/");
    expect(await follow("/categories")).toBeUndefined();
  });

  test("a wildcard never redirects to a post that visitors can't reach", async () => {
    await add("/category/*", "/blog/*");
    expect(await follow("/category/never-written")).toBeUndefined();
  });

  test("wildcard chains are shortened, and wildcard loops are rejected", async () => {
    await add("/b/*", "/c/*");
    await add("/a/*", "/b/*");
    expect(await stored()).toMatchObject({ "/a/*": "/c/*" });
    expect(await follow("/a/x")).toBe("/c/x");
    await expect(add("/c/*", "/a/d/*")).rejects.toMatchObject({
      fields: { to_path: expect.stringContaining("loop") },
    });
  });

  test("a wildcard can point to a page in its own folder", async () => {
    await add("/shop/*", "/shop/moved");
    expect(await follow("/shop/shoes")).toBe("/shop/moved");
    expect(await follow("/shop/moved")).toBeUndefined();
  });

  test("a redirect can ignore the query in its old URL", async () => {
    await addRedirect(
      owner,
      { from_path: "/old.php?id=7", query: "ignore", answer: "301", to_path: "/contact" },
      site,
    );
    expect(await stored()).toEqual({ "/old.php": "/contact" });
  });

  test("adding a wildcard removes its URLs from the 404 log", async () => {
    const paths = ["/tag", "/tag/a", "/tags", "/tag_b"];
    await recordMissing(
      owner,
      paths.map((path) => ({ path, hits: 1, referrers: {} })),
    );
    await add("/tag/*", "/blog");
    const { rows } = await listMissing(owner, { search: "", sort: "address", page: 1, perPage: 20 });
    expect(rows.map(({ path }) => path)).toEqual(["/tag_b", "/tags"]);
  });

  test("a visit is counted for the redirect that matched", async () => {
    await add("/?p=1", "/contact");
    await add("/tag/*", "/blog");
    await add("/tag/seo", "/services");
    await recordRedirected(owner, [
      { path: "/?p=1&utm_source=x", hits: 2 },
      { path: "/tag/seo", hits: 3 },
      { path: "/tag/other", hits: 5 },
    ]);
    const rows = await owner.select({ from: redirects.from_path, hits: redirects.hits }).from(redirects);
    expect(Object.fromEntries(rows.map(({ from, hits }) => [from, hits]))).toEqual({
      "/?p=1": 2,
      "/tag/seo": 3,
      "/tag/*": 5,
    });
  });
});

describe("import", () => {
  test("an import rejects repeated old URLs and reports replaced targets", async () => {
    await add("/other", "/contact");
    const lines = await take("From,To\n/about.php,/contact\n/About.php/,/\n/other,/\n");
    expect(lines.map(({ outcome, note }) => [outcome, note])).toEqual([
      ["added", undefined],
      ["refused", "Line 2 already redirects this URL."],
      ["changed", "It redirected to /contact before."],
    ]);
  });

  const take = (csv: string) => importRedirects(owner, csv, site);
  const outcomes = async (csv: string) => (await take(csv)).map(({ line, outcome }) => [line, outcome]);

  test("the import report covers every line", async () => {
    await add("/same", "/contact");
    await add("/other", "/contact");
    const lines = await take(
      [
        "\uFEFFFrom,To",
        "/a,/contact",
        '"/b, with comma",gone',
        "/same,/contact",
        "/other,/about",
        "/about,/contact",
        "/c,",
        ",/contact",
        "nonsense,/contact",
        "/d,javascript:x",
        "/contact2,/e",
        "/e,/contact2",
        "",
        "https://www.agency.example/f,https://elsewhere.example",
      ].join("\r\n"),
    );
    expect(lines.map(({ line, outcome }) => [line, outcome])).toEqual([
      [2, "added"],
      [3, "refused"],
      [4, "unchanged"],
      [5, "changed"],
      [6, "refused"],
      [7, "refused"],
      [8, "refused"],
      [9, "refused"],
      [10, "refused"],
      [11, "added"],
      [12, "refused"],
      [14, "added"],
    ]);
    expect(lines[4]!.note).toContain("There's a page at /about now.");
    expect(lines[5]!.note).toContain("write: gone");
    expect(lines[10]!.note).toContain("redirects back");
    expect(await stored()).toEqual({
      "/a": "/contact",
      "/same": "/contact",
      "/other": "/about",
      "/contact2": "/e",
      "/f": "https://elsewhere.example",
    });
  });

  test("CSV columns can be reordered, unnamed, or separated by semicolons or tabs", async () => {
    expect(await outcomes("id;to;from\n1;/contact;/a")).toEqual([[2, "added"]]);
    expect(await outcomes("/b,410")).toEqual([[1, "added"]]);
    expect(await outcomes("/c\t/contact")).toEqual([[1, "added"]]);
    expect(await stored()).toEqual({ "/a": "/contact", "/b": null, "/c": "/contact" });
  });

  test("a CSV file has only one separator", async () => {
    const files = [
      "/a;b,/contact\n/c;d,gone",
      "From;To\n/e,f;/contact\n/g;h",
      "/i,j\t/contact",
      "/k,l;/contact\n/m,n;/contact",
    ];
    for (const file of files) await take(file);
    expect(await stored()).toEqual({
      ...{ "/a;b": "/contact", "/c;d": null, "/e,f": "/contact", "/i,j": "/contact" },
      ...{ "/k,l": "/contact", "/m,n": "/contact" },
    });
  });

  test("importing an invalid or overlong file changes nothing", async () => {
    await expect(take('/a,/b\n"/c,/d')).rejects.toThrow("This isn't a valid CSV file");
    await expect(take("/a,/b\n".repeat(1_001))).rejects.toThrow("1,000 lines");
    expect(await stored()).toEqual({});
  });
});
