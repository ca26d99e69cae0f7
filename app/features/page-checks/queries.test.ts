import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { openTestDatabases } from "../../../tests/support/database.ts";
import type { Issue } from "./issues.ts";
import { acceptIssue, forgetAccepted, listIssues, readSiteCheckStatus } from "./queries.owner.server.ts";
import {
  claimCheck,
  findLastCheck,
  finishCheck,
  forgetOtherPages,
  forgetPage,
  listDueLinks,
  listReadPages,
  type ReadPage,
  recordProgress,
  releaseCheck,
  requestCheck,
  storeLink,
  storePages,
} from "./queries.server.ts";

const { owner: db } = await openTestDatabases();
beforeEach(async () => {
  for (const table of ["site_checks", "site_faults", "site_pages", "site_links"])
    await db.execute(sql.raw(`delete from ${table}`));
});

const dead = (about: string): Issue => ({
  kind: "links",
  state: "broken",
  about,
  text: `Broken links: ${about}.`,
});
const short: Issue = { kind: "title", state: "improve", about: "", text: "Too short." };
const page = (path: string, more: Partial<ReadPage> = {}): ReadPage => ({
  ...{ path, title: `Title of ${path}`, description: "", links: [], issues: [] },
  ...more,
});
const lines = async (kind?: Issue["kind"]) =>
  (await listIssues(db, { kind, perKind: 10 })).flatMap((group) =>
    group.lines.map(({ kind, about, paths }) => [kind, about, paths]),
  );

describe("a check", () => {
  test("a requested check is queued and claimed only once", async () => {
    await requestCheck(db, true);
    await requestCheck(db, false);
    const id = await claimCheck(db);
    expect(id).not.toBeNull();
    expect(await claimCheck(db)).toBeNull();
    await requestCheck(db, true);
    await recordProgress(db, id!, { pages: 9, due: 5, read: 5 });
    await finishCheck(db, id!, null);
    expect(await findLastCheck(db)).toMatchObject({ state: "done", pages: 9, read: 5, trouble: "" });
    expect(await claimCheck(db)).toBeNull();
    await requestCheck(db, true);
    expect(await claimCheck(db)).not.toBeNull();
  });

  test("a check is claimed again after the site restarts", async () => {
    await requestCheck(db, true);
    const id = await claimCheck(db);
    await releaseCheck(db, id!);
    expect(await claimCheck(db)).toBe(id);
  });

  test("a check restarts if its process ended", async () => {
    await requestCheck(db, true);
    const id = await claimCheck(db);
    await db.execute(sql`update site_checks set heard_at = now() - interval '6 minutes', read = 3`);
    expect(await claimCheck(db)).toBe(id);
    expect(await findLastCheck(db)).toMatchObject({ state: "running", read: 0 });
  });
});

describe("the list", () => {
  test("all links to a dead URL share one entry", async () => {
    await storePages(db, [
      page("/a", { issues: [dead("/x"), short] }),
      page("/b", { issues: [dead("/x"), short] }),
    ]);
    expect(await lines()).toEqual(
      expect.arrayContaining([
        ["links", "/x", ["/a", "/b"]],
        ["title", "", ["/a"]],
        ["title", "", ["/b"]],
      ]),
    );
    expect(await readSiteCheckStatus(db)).toMatchObject({ pages: 2, broken: 1, improve: 2 });
  });

  test("titles that differ only in letter case count as shared", async () => {
    await storePages(db, [
      page("/a", { title: "The Same", description: "One" }),
      page("/b", { title: "the same", description: "Two" }),
      page("/c", { title: "" }),
      page("/d", { title: "" }),
    ]);
    expect((await lines()).map(([kind, , paths]) => [kind, paths])).toEqual([["double-title", ["/a", "/b"]]]);
    await storePages(db, [page("/b", { title: "Another one" })]);
    expect(await lines()).toEqual([]);
  });

  test("a dead external link is listed until no page links to it", async () => {
    const url = "https://x.example/";
    await storePages(db, [page("/a", { links: [url] })]);
    await storeLink(db, { url, state: "gone", said: "404" });
    expect(await lines()).toEqual([["external", url, ["/a"]]]);
    await storePages(db, [page("/a")]);
    expect(await lines()).toEqual([]);
  });

  test("each kind of issue has its own paging", async () => {
    await storePages(
      db,
      Array.from({ length: 12 }, (_, i) => page(`/${String(i).padStart(2, "0")}`, { issues: [short] })),
    );
    const [first] = await listIssues(db, { kind: "title", perKind: 5 });
    const [last] = await listIssues(db, { kind: "title", perKind: 5, offset: 10 });
    expect([first?.total, first?.lines.length, last?.lines.map(({ paths }) => paths[0])]).toEqual([
      ...[12, 5],
      ["/10", "/11"],
    ]);
  });

  test("an ignored issue that was fixed is listed again if it returns", async () => {
    await storePages(db, [page("/a", { issues: [dead("/x")] }), page("/b", { issues: [dead("/x"), short] })]);
    await acceptIssue(db, { kind: "links", about: "/x", path: "/a" });
    await acceptIssue(db, { kind: "title", about: "", path: "/b" });
    expect(await lines()).toEqual([]);
    expect(await readSiteCheckStatus(db)).toMatchObject({ broken: 0, improve: 0, accepted: 2 });
    await storePages(db, [page("/a", { issues: [dead("/x")] })]);
    expect(await lines()).toEqual([]);
    await storePages(db, [page("/a")]);
    await storePages(db, [page("/a", { issues: [dead("/x")] })]);
    expect(await lines()).toEqual([["links", "/x", ["/a"]]]);
    await forgetAccepted(db);
    expect(await lines()).toHaveLength(2);
  });

  test("an ignored issue stays ignored if its page can't be read for once", async () => {
    await storePages(db, [page("/a", { issues: [short] })]);
    await acceptIssue(db, { kind: "title", about: "", path: "/a" });
    const unread: Issue = { kind: "page", state: "broken", about: "", text: "Not rendered." };
    await storePages(db, [page("/a", { title: "", issues: [unread] })]);
    expect(await lines()).toEqual([["page", "", ["/a"]]]);
    await storePages(db, [page("/a", { issues: [short] })]);
    expect(await lines()).toEqual([]);
  });

  test("deleted pages and their issues are removed", async () => {
    await storePages(db, [page("/a", { issues: [short] }), page("/b", { issues: [short] }), page("/c")]);
    await forgetPage(db, "/a");
    await forgetOtherPages(db, ["/a", "/c"]);
    expect(await lines()).toEqual([]);
    expect([...(await listReadPages(db)).keys()]).toEqual(["/c"]);
  });
});

test("a dead external link is checked before a new one, and a new one before an old one", async () => {
  const [gone, good, old, fresh] = ["gone", "good", "old", "new"].map((name) => `https://${name}.example/`);
  await storePages(db, [page("/a", { links: [fresh!, gone!, good!, old!] })]);
  await storeLink(db, { url: gone!, state: "gone", said: "404" });
  await storeLink(db, { url: good!, state: "good", said: "200" });
  await storeLink(db, { url: old!, state: "unchecked", said: "403" });
  await storeLink(db, { url: "https://unlinked.example/", state: "gone", said: "404" });
  await db.execute(sql`update site_links set checked_at = now() - interval '7 days' where url = ${old}`);
  expect(await listDueLinks(db, 10)).toEqual([gone, fresh, old]);
  expect(await listDueLinks(db, 1)).toEqual([gone]);
  const { rows } = await db.execute(sql`select url from site_links where url like '%unlinked%'`);
  expect(rows).toEqual([]);
});
