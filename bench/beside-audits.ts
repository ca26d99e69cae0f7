// What 50 waiting audits cost the visitors: the serving process's memory, kept pages and enquiries, each beside the same
// load on a site that makes none. By turns, since the machine is not always as quiet.
import { once } from "node:events";
import fs from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { ensureBuild } from "../scripts/build.ts";
import { embeddedConnection } from "../server/postgres/postgres.ts";
import { decode, formOf } from "../tests/support/page.ts";
import { makeTemporaryFolder, type SiteProcess, startSite } from "../tests/support/site.ts";
import { addressOf, servingMemory, watchMemory } from "./site.ts";
import { atPace, percentile, say } from "./times.ts";

const TURNS = 2;
const LOAD_MS = 25_000;
const REST_MS = 5_000;
const PAGE_EVERY_MS = 10;
const ENQUIRY_EVERY_MS = 500;
const WAITING = 80;
/** Requests for reports that are being made, which the site holds until they are there. */
const WATCHING = 20;
const AT_ONCE_MS = 2_000;
const ANSWER_MS = 1_000;
const PAGES = ["/", "/services", "/about", "/case-studies", "/blog", "/contact"];
const WARM_UP = { pages: 3_000, enquiries: 40 };
const MB = 1_000_000;

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Plumbers of Brooklyn</title></head>
<body><h1>Plumbers</h1><p>${"We mend pipes in Brooklyn by day and by night. ".repeat(200)}</p></body></html>`;
const websites = createServer((_, res) => {
  setTimeout(() => res.writeHead(200, { "Content-Type": "text/html" }).end(PAGE), ANSWER_MS);
}).listen(0, "127.0.0.1");
await once(websites, "listening");
const { port } = websites.address() as AddressInfo;
const hosts = Array.from({ length: WAITING }, (_, i) => `s${i}.example.net`);
const AUDIT_TEST_NET = hosts.map((host) => `${host}=93.184.215.14:80>127.0.0.1:${port}`).join();

/** Each enquiry has a sender of its own. */
let sender = 0;
const folder = makeTemporaryFolder("seo-pro-zone-bench-");
await ensureBuild();
say(`load of the machine before: ${loads()}`);
type Measured = Awaited<ReturnType<typeof measure>>;
const without: Measured[] = [];
const beside: Measured[] = [];
try {
  for (let turn = 0; turn < TURNS; turn++) {
    without.push(await measure(`control-${turn}`, false));
    beside.push(await measure(`audits-${turn}`, true));
  }
} finally {
  websites.closeAllConnections();
  websites.close();
  fs.rmSync(folder, { recursive: true, force: true });
}
print("without audits", without);
print("beside audits", beside);
const grown = (all: Measured[]) => all.reduce((sum, { peak }) => sum + peak, 0) / all.length;
say(
  `the serving process grows ${mb(grown(beside) - grown(without))} more beside audits; load of the machine: ${loads()}`,
);
process.exit(0);

/** One site from its start on, the same load each time. */
async function measure(name: string, hasAudits: boolean) {
  const dataDir = path.join(folder, name);
  const site = await startSite({
    ...{ DATA_DIR: dataDir, SEED: "demo", TRUST_PROXY: "1", BACKUP_DIR: "off" },
    ...(hasAudits ? { AUDIT: "on", AUDIT_TEST_NET } : { AUDIT: "off" }),
  });
  const over = new AbortController();
  try {
    for (let i = 0; i < WARM_UP.pages; i++) await page(site, i);
    const reports: string[] = [];
    for (let i = 0; i < WARM_UP.enquiries; i++) {
      const { report } = await enquire(site, hosts[i]!);
      if (report && reports.length < WATCHING) reports.push(report);
    }
    const db = new pg.Client(embeddedConnection(dataDir));
    await db.connect();
    if (hasAudits)
      await db.query(
        `insert into audits (enquiry_id, url, host, by_owner)
          select (select id from enquiries limit 1), 'http://' || host || '/', host, true from unnest($1::text[]) as host`,
        [hosts],
      );
    const storedAt = await watchStored(db);
    await delay(REST_MS);
    const before = servingMemory(site);
    const most = watchMemory(site, 250);
    const watchers = reports.map((report) => watchReport(site, report, over.signal));
    // They ask at the same moment, which visitors do not: what is measured is beside requests that wait.
    await delay(REST_MS);
    const [pages, sent] = await Promise.all([
      atPace(PAGE_EVERY_MS, delay(LOAD_MS), (i) => page(site, i)),
      atPace(ENQUIRY_EVERY_MS, delay(LOAD_MS), (i) => enquire(site, hosts[i % hosts.length]!)),
    ]);
    const left = await db.query("select count(*)::int as waiting from audits where state = 'waiting'");
    over.abort();
    await Promise.all(watchers);
    await delay(REST_MS);
    const peak = most() - before;
    const rest = servingMemory(site) - before;
    const enquiries = sent.map(({ tookMs }) => tookMs);
    const stored = sent.map(({ email, startedAt }) => storedAt.get(email)! - startedAt);
    await db.end();
    return { pages, enquiries, stored, before, peak, rest, waiting: left.rows[0].waiting as number };
  } finally {
    over.abort();
    await site.stop();
  }
}

/** Hears of each enquiry once it is committed. @returns when, on the clock of `performance.now`, by its sender */
async function watchStored(db: pg.Client): Promise<ReadonlyMap<string, number>> {
  const storedAt = new Map<string, number>();
  db.on("notification", ({ payload = "" }) => storedAt.set(payload, performance.now()));
  await db.query(
    `create function tell_stored() returns trigger language plpgsql as
       $$ begin perform pg_notify('stored', new.email); return null; end $$;
     create trigger tell_stored after insert on enquiries for each row execute function tell_stored();
     listen stored`,
  );
  return storedAt;
}

async function page(site: SiteProcess, i: number): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(site.url + PAGES[i % PAGES.length]);
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`A page answers ${response.status}`);
  return performance.now() - startedAt;
}

async function enquire(site: SiteProcess, website: string) {
  const number = ++sender;
  const email = `ada${number}@example.com`;
  const startedAt = performance.now();
  const response = await fetch(`${site.url}/?index`, {
    method: "POST",
    body: new URLSearchParams({
      ...{ formName: "audit", name: "Ada", email, goals: "", website },
    }),
    headers: {
      "X-Forwarded-For": addressOf(number),
      Origin: new URL(site.url).origin,
    },
  });
  const html = await response.text();
  const tookMs = performance.now() - startedAt;
  const form = formOf(html, "audit");
  if (!form.includes("Thank you")) throw new Error(`An enquiry was answered ${response.status}`);
  return { email, startedAt, tookMs, report: decode(/data-check="([^"]+)"/.exec(form)?.[1] ?? "") };
}

/** As the small script does: asks until the report is there. An answer at once is one, or there are waiters enough. */
async function watchReport(site: SiteProcess, report: string, signal: AbortSignal) {
  for (let tookMs = Number.POSITIVE_INFINITY; tookMs > AT_ONCE_MS && !signal.aborted; ) {
    const startedAt = performance.now();
    await fetch(site.url + report, { signal })
      .then((response) => response.arrayBuffer())
      .catch(() => {});
    tookMs = performance.now() - startedAt;
  }
}

function print(what: string, all: Measured[]) {
  for (const { pages, enquiries, stored, before, peak, rest, waiting } of all) {
    const ms = (times: number[], share: number) => `${percentile(times, share).toFixed(1)} ms`;
    say(
      `${what}: ${pages.length} pages, median ${ms(pages, 0.5)}, p99 ${ms(pages, 0.99)}; ${enquiries.length} enquiries, median ${ms(enquiries, 0.5)}, p95 ${ms(enquiries, 0.95)}, slowest ${ms(enquiries, 1)}; stored after ${ms(stored, 0.5)}, ${ms(stored, 0.95)}, ${ms(stored, 1)}; memory ${mb(before)}, ${mb(peak)} more at most, ${mb(rest)} at rest; ${waiting} audits still waited`,
    );
  }
}

function mb(bytes: number): string {
  return `${(bytes / MB).toFixed(1)} MB`;
}

function loads(): string {
  return os
    .loadavg()
    .map((one) => one.toFixed(1))
    .join(", ");
}
