// Measures database connections under load, and responses and recovery times during database outages.
import fs from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pino } from "pino";
import { ensureBuild } from "../scripts/build.ts";
import { startPostgres } from "../server/postgres/postgres.ts";
import { SUPERUSER } from "../server/postgres/program.ts";
import { logIn } from "../tests/support/log-in.ts";
import { readMails, startMailServer } from "../tests/support/mail.ts";
import { frozen, full, killed, type Outage } from "../tests/support/outages.ts";
import { ADMIN_PASSWORD, PANEL } from "../tests/support/owner.ts";
import { queryOnce } from "../tests/support/query-once.ts";
import { openSilentProxy } from "../tests/support/silent-proxy.ts";
import { makeTemporaryFolder, startSite } from "../tests/support/site.ts";
import { postEnquiry } from "./site.ts";
import { say } from "./times.ts";

const LOAD_MS = 10_000;
const IDLE_MS = 35_000;
const OUTAGE_MS = 30_000;
const ENQUIRE_EVERY_MS = 1_500;
const PAGES = ["/", "/blog", "/case-studies", "/services"];
const HEALTH = ["/livez", "/readyz", "/healthz"];
const ASK_EVERY_MS = 100;
const TABS = ["/dashboard", "/enquiries", "/blog"];

let number = 0;
const folder = makeTemporaryFolder("seo-pro-zone-bench-");
await ensureBuild();
const mail = await startMailServer(path.join(folder, "mails"));
const directory = path.join(folder, "database");
const postgres = await startPostgres({ directory, log: pino({ level: "silent" }) });
const proxy = await openSilentProxy(postgres.connection);
const { user, database } = postgres.connection;
const site = await startSite({
  DATABASE_URL: `postgres://${user}@127.0.0.1:${proxy.connection.port}/${database}`,
  DATA_DIR: path.join(folder, "data"),
  ADMIN_PASSWORD,
  SMTP_URL: mail.url,
  LEADS_TO: "owner@seo.example",
  TRUST_PROXY: "1",
});
try {
  say(`Under load: ${await measureLoad()}`);
  // Enquiries that flood in share one email. With the earlier ones deleted, each new enquiry gets its own.
  await queryOnce(postgres.connection, "delete from enquiries");
  await delay(IDLE_MS);
  say(`${IDLE_MS / 1000} s later: ${(await countConnections()).text}`);
  const silent = { begin: async () => proxy.fallSilent(), end: async () => proxy.speakAgain() };
  const outages: [name: string, outage: Outage][] = [
    ["Database frozen", frozen(directory)],
    ["Database out of connections", full(directory)],
    ["Database killed again and again", killed(directory)],
    ["Network silent", silent],
  ];
  for (const [name, outage] of outages)
    say(`${name} for ${OUTAGE_MS / 1000} s: ${await measureOutage(outage)}`);
} finally {
  await site.stop();
  proxy.close();
  await postgres.stop();
  await mail.stop();
  fs.rmSync(folder, { recursive: true, force: true });
}
process.exit(0);

async function measureLoad(): Promise<string> {
  const { session } = await logIn(site.url);
  const get = async (address: string, headers: HeadersInit) => {
    const response = await fetch(site.url + address, { headers });
    await response.arrayBuffer();
    return response.ok;
  };
  const askers = [
    ...Array.from({ length: 12 }, (_, i) => () => get(PAGES[i % PAGES.length]!, session)),
    ...Array.from({ length: 6 }, (_, i) => () => get(PANEL + TABS[i % TABS.length], session)),
    ...Array.from({ length: 8 }, () => async () => (await enquire()) !== null),
  ];
  const end = performance.now() + LOAD_MS;
  let answers = 0;
  let failed = 0;
  let most = { count: 0, text: "" };
  const asking = askers.map(async (ask) => {
    while (performance.now() < end) {
      if (!(await ask())) failed++;
      answers++;
    }
  });
  while (performance.now() < end) {
    const now = await countConnections();
    if (now.count > most.count) most = now;
    await delay(15);
  }
  await Promise.all(asking);
  return `at most ${most.count} connections (${most.text}), ${answers} answers, ${failed} of them no success`;
}

async function countConnections() {
  const rows = await queryOnce<{ name: string; count: number }>(
    { ...postgres.connection, user: SUPERUSER },
    `select application_name as name, count(*)::int as count from pg_stat_activity
      where usename = '${user}' group by 1 order by 1`,
  );
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    text: rows.map(({ name, count }) => `${name} ${count}`).join(", "),
  };
}

async function measureOutage({ begin, end }: Outage): Promise<string> {
  await allSent();
  for (const page of PAGES) await time(page);
  // Makes every cached page stale.
  await queryOnce(postgres.connection, "select pg_notify('content_changed', '')");
  await begin();
  const enquiring = setInterval(() => void enquire(), ENQUIRE_EVERY_MS);
  const over = performance.now() + OUTAGE_MS;
  const times: { address: string; status: number; ms: number }[] = [];
  while (performance.now() < over) {
    times.push(...(await Promise.all([...PAGES, ...HEALTH].map(time))));
    await delay(ASK_EVERY_MS);
  }
  clearInterval(enquiring);
  await end();
  const endedAt = performance.now();
  const seconds = () => `${((performance.now() - endedAt) / 1000).toFixed(2)} s`;
  while (!(await fetch(`${site.url}/healthz`)).ok) await delay(20);
  const healthy = seconds();
  let name = await enquire();
  while (name === null) name = await enquire();
  const stored = seconds();
  while (!(await subjects()).some((subject) => subject.includes(name))) await delay(50);
  const arrived = seconds();
  await allSent();
  const all = await subjects();
  const slowest = (addresses: string[]) =>
    Math.max(...times.filter(({ address }) => addresses.includes(address)).map(({ ms }) => ms)).toFixed(0);
  const pages = times.filter(({ address }) => PAGES.includes(address));
  const served = pages.filter(({ status }) => status === 200).length;
  return `${served} of ${pages.length} pages served, the slowest after ${slowest(PAGES)} ms, the slowest health answer after ${slowest(HEALTH)} ms; healthy after ${healthy}, an enquiry stored ${stored}, its mail there ${arrived}; ${all.length - new Set(all).size} mails came twice`;
}

async function time(address: string) {
  const startedAt = performance.now();
  const response = await fetch(site.url + address);
  await response.arrayBuffer();
  return { address, status: response.status, ms: performance.now() - startedAt };
}

/** Returns the visitor's name; null if the enquiry wasn't stored. */
async function enquire(): Promise<string | null> {
  const name = `Visitor ${++number}.`;
  const response = await postEnquiry(site.url, number, name).catch(() => null);
  return response?.ok ? name : null;
}

async function subjects(): Promise<string[]> {
  return (await readMails(mail.folder)).map(({ subject = "" }) => subject);
}

async function allSent() {
  const waiting = () =>
    queryOnce(postgres.connection, "select from outgoing_mails where status = 'waiting' limit 1");
  while ((await waiting()).length) await delay(100);
}
