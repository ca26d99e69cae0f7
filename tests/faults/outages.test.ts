import { setTimeout as delay } from "node:timers/promises";
import { afterAll, describe, expect, test, vi } from "vitest";
import { ensureBuild } from "../../scripts/build.ts";
import { embeddedConnection } from "../../server/postgres/postgres.ts";
import { withCluster } from "../support/cluster.ts";
import { howMany } from "../support/faults.ts";
import { logIn } from "../support/log-in.ts";
import { readMails } from "../support/mail.ts";
import { frozen, full, killed, type Outage, restarted } from "../support/outages.ts";
import { ADMIN_PASSWORD } from "../support/owner.ts";
import { PATIENCE } from "../support/patience.ts";
import { queryOnce } from "../support/query-once.ts";
import { processesOf, startSite } from "../support/site.ts";
import { folderOfFile } from "../support/test-folder.ts";
import { openTestMail } from "../support/test-site.ts";

/** Slower requests count as hanging. */
const HANGS_MS = 20_000;
const PAUSE_MS = 5;
/** The minimum number of requests per page during an outage. */
const ROUNDS = howMany(1, 10);
const LASTS_MS = howMany(0, 15_000);
const TIMES = howMany(1, 3);

const DATA_DIR = withCluster(folderOfFile());
const mail = await openTestMail();
await ensureBuild();
const site = await startSite({
  DATA_DIR,
  ADMIN_PASSWORD,
  SEED: "demo",
  SMTP_URL: mail.url,
  LEADS_TO: "leads@seo.example",
  TRUST_PROXY: "1",
});
afterAll(() => site.stop());
const owner = await logIn(site.url);
const listed = await addressesIn("/sitemap.xml");
const pages = [
  ...howMany(firstOfFolders(listed), listed),
  ...["/sitemap.xml", "/rss.xml", "/robots.txt", "/sitemap", "/blog?page=1", "/?utm_source=letter"],
  ...["/case-studies?industry=technology", "/case-studies?industry=nowhere"],
];

/** Keeps one page of each folder, because its other pages are of the same kind. */
function firstOfFolders(paths: string[]): string[] {
  const folderOf = (one: string) => /^\/[^/]+\//.exec(one)?.[0] ?? one;
  return [...new Map(paths.map((one) => [folderOf(one), one])).values()];
}

async function read(address: string): Promise<string> {
  return (await fetch(site.url + address)).text();
}

async function addressesIn(sitemap: string): Promise<string[]> {
  return Array.from(
    (await read(sitemap)).matchAll(/<loc>([^<]+)<\/loc>/g),
    ([, address = ""]) => new URL(address).pathname,
  );
}

/** @returns the status, or the reason why there is none */
const statusOf = async (address: string, headers?: HeadersInit): Promise<number | string> => {
  try {
    const response = await fetch(site.url + address, { headers, signal: AbortSignal.timeout(HANGS_MS) });
    await response.arrayBuffer();
    return response.status;
  } catch (error) {
    return String((error as Error).cause ?? error);
  }
};

/** Reads every page in a loop, as a visitor and as the owner. */
function keepReading() {
  const wrong: string[] = [];
  let rounds = 0;
  let isOver = false;
  const reading = [undefined, owner.session].map(async (session) => {
    for (let i = 0; !isOver; i++) {
      const address = pages[i % pages.length]!;
      const status = await statusOf(address, session);
      if (status !== 200) wrong.push(`${status} ${address}${session ? ", asked for by the owner" : ""}`);
      if (!session) rounds = Math.floor(i / pages.length);
      await delay(PAUSE_MS);
    }
  });
  return {
    /** Waits until every page has been requested this many more times. */
    async times(count: number) {
      const end = rounds + count + 1;
      await vi.waitUntil(() => rounds >= end, PATIENCE);
    },
    /** @returns the requests that didn't return 200 */
    async end() {
      isOver = true;
      await Promise.all(reading);
      return wrong;
    },
  };
}

const WAYS = ["form", "program"] as const;
type Way = (typeof WAYS)[number];
type Answer = { status: number; text: string };

/** Sends an enquiry through the form or the JSON endpoint. The name is the idempotency key. */
async function enquire(name: string, way: Way): Promise<Answer> {
  const fields = { name, email: "ada@example.com", message: `Hello from ${name}` };
  const isForm = way === "form";
  const response = await fetch(site.url + (isForm ? "/contact" : "/api/send-contact-email"), {
    method: "POST",
    headers: isForm ? {} : { "Content-Type": "application/json", "Idempotency-Key": name },
    body: isForm
      ? new URLSearchParams({ ...fields, formName: "contact", idempotencyKey: name })
      : JSON.stringify({ ...fields, formType: "contact" }),
  });
  return { status: response.status, text: await response.text() };
}

const processes = () => [...processesOf(site, "serving"), ...processesOf(site, "jobs")];

/** The last column is what `/healthz` may return. A killed or restarted database may still respond for a moment. */
const outages: [name: string, open: (dataDir: string) => Outage, healthz: number[]][] = [
  ["killed (kill -9), again and again", killed, [200, 503]],
  ["restarted", restarted, [200, 503]],
  ["out of connections", full, [503]],
  ["frozen", frozen, [503]],
];

describe.runIf(process.platform === "linux").each(outages)(
  "while PostgreSQL is %s",
  (what, open, healthz) => {
    test.each(Array.from({ length: TIMES }, (_, i) => i))(
      "rendered pages stay available, and the site recovers automatically",
      async (time) => {
        const name = `${what} ${time}`;
        const before = processes();
        for (const address of pages) expect([address, await statusOf(address)]).toEqual([address, 200]);
        // A save invalidates every cached page.
        const site_title = `Agency of ${name}`;
        expect((await owner.save("settings", { intent: "save", site_title })).status).toBe(200);

        const outage = open(DATA_DIR);
        const reading = keepReading();
        let tried: Answer[] = [];
        await outage.begin();
        try {
          const lasting = delay(LASTS_MS);
          const health = Promise.all(["/livez", "/readyz", "/healthz"].map((address) => statusOf(address)));
          tried = await Promise.all(WAYS.map((way) => enquire(`During ${name} by ${way}`, way)));
          const [isAlive, isReady, isWell] = await health;
          expect([isAlive, isReady]).toEqual([200, 200]);
          expect(healthz).toContain(isWell);
          await reading.times(ROUNDS);
          await lasting;
        } finally {
          await outage.end();
        }

        await vi.waitUntil(async () => (await statusOf("/healthz")) === 200, PATIENCE);
        await vi.waitUntil(async () => (await read("/")).includes(site_title), PATIENCE);
        expect(await reading.end()).toEqual([]);
        for (const [i, way] of WAYS.entries()) {
          const { status, text } = tried[i]!;
          expect([200, 503]).toContain(status);
          // A form's error response still contains what the visitor typed.
          if (status === 503) expect(text).toMatch(way === "form" ? /Hello from During/ : /"error":"./);
          expect((await enquire(`During ${name} by ${way}`, way)).status).toBe(200);
        }
        expect((await enquire(`After ${name}`, "program")).status).toBe(200);

        const names = [`After ${name}`, `During ${name} by form`, `During ${name} by program`];
        const stored = await queryOnce<{ name: string }>(
          embeddedConnection(DATA_DIR),
          "select name from enquiries where name like '%' || $1 || '%' order by name",
          [name],
        );
        expect(stored.map(({ name }) => name)).toEqual(names);
        const subjects = async () => (await readMails(mail.folder)).map(({ subject = "" }) => subject);
        const mailsOf = async (name: string) =>
          (await subjects()).filter((subject) => subject.includes(name)).length;
        await vi.waitUntil(async () => {
          const counts = await Promise.all(names.map(mailsOf));
          return counts.every((count) => count > 0);
        }, PATIENCE);
        for (const name of names) expect([name, await mailsOf(name)]).toEqual([name, 1]);
        expect(processes()).toEqual(before);
        expect(site.stderr()).not.toContain('"level":60');
      },
    );
  },
);
