import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../app/platform/config.server.ts";
import { ensureBuild } from "../../scripts/build.ts";
import { checkServer } from "../../server/postgres/find-database.ts";
import { startPostgres } from "../../server/postgres/postgres.ts";
import { SUPERUSER } from "../../server/postgres/program.ts";
import { withCluster } from "../support/cluster.ts";
import { asDatabaseUrl, createTestDatabase } from "../support/database.ts";
import { logIn } from "../support/log-in.ts";
import { startMailServer } from "../support/mail.ts";
import { ADMIN_PASSWORD, PANEL } from "../support/owner.ts";
import { queryOnce } from "../support/query-once.ts";
import { quietLog as log } from "../support/quiet-log.ts";
import { startSite } from "../support/site.ts";
import { folderOfTest } from "../support/test-folder.ts";

const MOST = 12;
const ROUNDS = 2;
const PAGES = ["/", "/case-studies", "/blog", "/services", "/about", "/sitemap.xml"];
const TABS = ["", "/enquiries", "/blog", "/case-studies", "/settings", "/content"];

test("a site under load uses at most 12 database connections", async () => {
  await ensureBuild();
  const mail = await startMailServer(folderOfTest());
  const postgres = await startPostgres({
    directory: withCluster(folderOfTest()),
    log,
    settings: { fsync: "off", max_connections: "25" },
  });
  const { connection } = postgres;
  const stops: (() => unknown)[] = [() => postgres.stop(), () => mail.stop()];
  onTestFinished(async () => {
    for (const stop of stops.toReversed()) await stop();
  });
  const start = async () => {
    const site = await startSite({
      DATABASE_URL: asDatabaseUrl(connection),
      DATA_DIR: folderOfTest(),
      ADMIN_PASSWORD,
      SMTP_URL: mail.url,
      LEADS_TO: "owner@seo.example",
      TRUST_PROXY: "1",
    });
    stops.push(() => site.stop());
    return site;
  };

  let most = 0;
  let isWatching = true;
  const watching = (async () => {
    while (isWatching) {
      const [row] = await queryOnce<{ n: number }>(
        { ...connection, user: SUPERUSER },
        "select count(*)::int as n from pg_stat_activity where usename <> current_user",
      );
      most = Math.max(most, row!.n);
      await delay(20);
    }
  })();
  stops.push(() => {
    isWatching = false;
    return watching;
  });

  const first = await start();
  expect(await load(first.url)).toEqual([]);
  expect(most).toBeGreaterThan(5);
  expect(most).toBeLessThanOrEqual(MOST);

  const [second, whileItStarts] = await Promise.all([start(), load(first.url)]);
  expect(whileItStarts).toEqual([]);
  expect(await Promise.all([load(first.url), load(second.url)])).toEqual([[], []]);
  expect(most).toBeLessThanOrEqual(2 * MOST);
});

/**
 * Sends uncached page views, panel requests and enquiries at once.
 * @returns the failed responses
 */
async function load(url: string): Promise<string[]> {
  const { session } = await logIn(url);
  const enquire = (number: number) =>
    fetch(`${url}/api/send-contact-email`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "X-Forwarded-For": `10.1.${number >> 8}.${number & 255}`,
      },
      body: JSON.stringify({
        name: `V ${number}`,
        email: "a@example.com",
        message: "Hi",
        formType: "contact",
      }),
    });
  const wrong: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const asked = [
      ...PAGES.map((page) => fetch(url + page, { headers: session })),
      ...TABS.map((tab) => fetch(url + PANEL + tab, { headers: session })),
      ...Array.from({ length: 8 }, (_, i) => enquire(round * 8 + i)),
    ];
    for (const response of await Promise.all(asked)) {
      await response.arrayBuffer();
      if (response.status >= 400) wrong.push(`${response.status} ${response.url}`);
    }
  }
  return wrong;
}

test("a database that allows too few connections is rejected with the number needed", async () => {
  const database = await createTestDatabase();
  const check = (env: Record<string, string> = {}) =>
    checkServer(readConfig({ DATABASE_URL: asDatabaseUrl(database), ...env }));
  await queryOnce(
    { ...database, user: SUPERUSER },
    `alter database ${database.database} connection limit 11`,
  );
  await expect(check()).rejects.toThrow(
    /^DATABASE_URL=\S+ is invalid: it allows 11 connections, but the site needs 12 with DATABASE_POOL=12.+\.$/,
  );
  expect(await check({ DATABASE_POOL: "11" })).toBe(asDatabaseUrl(database));
  await expect(check({ DATABASE_POOL: "8", WEB_CONCURRENCY: "2" })).rejects.toThrow("the site needs 12 with");
});

test("a database that the site can't use is rejected before anything is stored", async () => {
  const database = await createTestDatabase({ migrated: false });
  const name = database.database;
  const check = () => checkServer(readConfig({ DATABASE_URL: asDatabaseUrl(database) }));
  const asAdmin = (text: string, at = name) =>
    queryOnce({ ...database, user: SUPERUSER, database: at }, text);
  expect(await check()).toBe(asDatabaseUrl(database));

  await asAdmin(`create schema cms authorization ${database.user}`);
  await asAdmin(`alter database ${name} set search_path = cms, public`);
  await expect(check()).rejects.toThrow("new tables would go into the schema cms");
  await asAdmin(`alter database ${name} set search_path = nowhere`);
  await expect(check()).rejects.toThrow("new tables would go into no schema");
  await asAdmin(`alter database ${name} reset search_path`);
  await asAdmin(`alter database ${name} owner to ${SUPERUSER}`);
  await expect(check()).rejects.toThrow("its user may not create tables");

  for (const encoding of ["LATIN1", "SQL_ASCII"]) {
    await asAdmin(`drop database ${name}`, "postgres");
    await asAdmin(
      `create database ${name} owner ${database.user} encoding '${encoding}' locale_provider libc locale 'C' template template0`,
      "postgres",
    );
    await expect(check()).rejects.toThrow(
      `is invalid: its encoding is ${encoding}, which can't hold every letter`,
    );
  }
});

test("a start waits for a connection, says so, and names the true reason if none becomes free", async () => {
  const database = await createTestDatabase();
  await queryOnce(
    { ...database, user: SUPERUSER },
    `alter database ${database.database} connection limit ${MOST}`,
  );
  const clients = Array.from({ length: MOST }, () => new pg.Client(database));
  await Promise.all(clients.map((client) => client.connect()));
  const config = readConfig({ DATABASE_URL: asDatabaseUrl(database) });
  await expect(checkServer(config, { roomMs: 0 })).rejects.toMatchObject({
    name: "StartRefused",
    message: expect.stringMatching(/^The database has no connection for this site \(too many connections/),
  });
  const reasons: string[] = [];
  const freed = () => Promise.all(clients.map((client) => client.end()));
  const onNoRoom = (reason: string) => {
    reasons.push(reason);
    freed();
  };
  expect(await checkServer(config, { roomMs: 60_000, onNoRoom })).toBe(asDatabaseUrl(database));
  expect(reasons).toEqual([expect.stringContaining("too many connections")]);
});

test.each(["postgres://a%zz/site", "postgres://u:p%zz@127.0.0.1:1/site", "postgres:///site?host=%2Fnowhere"])(
  "%s is rejected as an invalid DATABASE_URL",
  async (DATABASE_URL) => {
    await expect(checkServer(readConfig({ DATABASE_URL }))).rejects.toThrow(/^DATABASE_URL=\S+ is invalid: /);
  },
);
