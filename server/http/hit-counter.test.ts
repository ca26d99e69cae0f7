import { asc, desc } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { missing_paths, redirects } from "../../app/features/redirects/table.server.ts";
import { recordMissing } from "../../app/features/redirects/visits.server.ts";
import { openDatabases } from "../../app/platform/database/database.server.ts";
import { createTestDatabase, openTestDatabases } from "../../tests/support/database.ts";
import { quietLog } from "../../tests/support/quiet-log.ts";
import { startVisitCounter } from "./hit-counter.ts";

const { owner } = await openTestDatabases();
beforeEach(async () => {
  await owner.delete(missing_paths);
  await owner.delete(redirects);
});

type Visit = { status?: number; method?: string; path?: string; referrer?: string; destination?: string };

async function countAll(visits: Visit[]) {
  const counter = startVisitCounter(owner, quietLog);
  for (const { status = 404, method = "GET", path = "/x", referrer, destination } of visits) {
    const headers = { referer: referrer, ...(destination ? { "sec-fetch-dest": destination } : {}) };
    counter.count({ method, url: path, headers }, status);
  }
  await counter.stop();
}
const missing = () =>
  owner
    .select({ path: missing_paths.path, hits: missing_paths.hits, referrers: missing_paths.referrers })
    .from(missing_paths)
    .orderBy(desc(missing_paths.hits), asc(missing_paths.path));

test("the 404 log counts all spellings of a URL together, without the query", async () => {
  const referrer = "https://news.example/story?id=1";
  await countAll([
    { path: "/Old/", referrer },
    { path: "/old?email=ada@example.com", referrer },
    { path: "/old", referrer: "https://www.agency.example/contact" },
    { path: "/other" },
  ]);
  await countAll([{ path: "/old", referrer }]);
  expect(await missing()).toEqual([
    { path: "/old", hits: 4, referrers: { "news.example": 3, "www.agency.example": 1 } },
    { path: "/other", hits: 1, referrers: {} },
  ]);
});

test("the 404 log skips scanners' probes, subresources and URLs with personal data", async () => {
  await countAll([
    { status: 200 },
    { status: 503 },
    { method: "HEAD" },
    { method: "POST" },
    { destination: "image" },
    { path: "/newsletter/confirm/token" },
    ...["/wp-login.php", "/wp-admin/setup.php", "/.env", "/.git/config", "/xmlrpc.php"].map((path) => ({
      path,
    })),
    { path: "/unsubscribe/ada@example.com" },
    { path: "/unsubscribe/ada%40example.com" },
    { destination: "document", path: "/counted" },
    { referrer: "no address", path: "/counted" },
    { referrer: "android-app://x.y.z/", path: "/counted" },
  ]);
  expect(await missing()).toEqual([{ path: "/counted", hits: 3, referrers: {} }]);
});

test("hits on redirects and removed pages are counted", async () => {
  await owner.insert(redirects).values([{ from_path: "/a", to_path: "/b" }, { from_path: "/gone" }]);
  await countAll([
    { status: 301, path: "/A?x=1" },
    { status: 301, path: "/a/" },
    { status: 410, path: "/gone" },
    { status: 301, path: "/about/" },
  ]);
  const rows = await owner.select().from(redirects).orderBy(asc(redirects.from_path));
  expect(rows.map(({ hits, version, last_hit_at }) => [hits, version, last_hit_at !== null])).toEqual([
    [2, 1, true],
    [1, 1, true],
  ]);
  expect(await missing()).toEqual([]);
});

test("a flood can't push memory use or the table past their limits", async () => {
  await countAll(
    Array.from({ length: 2_000 }, (_, at) => ({
      path: `/flood-${at}/${"x".repeat(3_000)}`,
      referrer: `https://host-${at % 7}.example`,
    })),
  );
  expect(await missing()).toHaveLength(500);
  await countAll(
    Array.from({ length: 20 }, (_, at) => ({ path: "/one", referrer: `https://host-${at}.example` })),
  );
  const rows = await missing();
  expect(rows[0]).toMatchObject({ path: "/one", hits: 20 });
  expect(Object.keys(rows[0]!.referrers)).toHaveLength(5);
  expect(Math.max(...rows.map(({ path }) => path.length))).toBe(500);

  await recordMissing(owner, [{ path: "/latest", hits: 1, referrers: {} }], 2);
  expect((await missing()).map(({ path }) => path)).toEqual(["/one", "/latest"]);
});

test("if the database is down, only counts are lost", async () => {
  const away = openDatabases(await createTestDatabase());
  await away.close();
  const counter = startVisitCounter(away.owner, quietLog);
  counter.count({ method: "GET", url: "/x", headers: {} }, 404);
  await expect(counter.write()).resolves.toBeUndefined();
  await counter.stop();
});

test("processes that count the same URL concurrently keep each other's referrers", async () => {
  const visits = [{ path: "/lost", hits: 1, referrers: { "news.example": 1 } }];
  await Promise.all(Array.from({ length: 6 }, () => recordMissing(owner, visits)));
  expect(await missing()).toEqual([{ path: "/lost", hits: 6, referrers: { "news.example": 6 } }]);
});
