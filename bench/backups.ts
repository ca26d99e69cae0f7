// What a backup of 100,000 enquiries costs visitors: how long pages take while it is written, and while it is restored on
// trial, beside what they take before and after it.
import fs from "node:fs";
import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { ensureBuild } from "../scripts/build.ts";
import { embeddedConnection } from "../server/postgres/postgres.ts";
import { logIn } from "../tests/support/log-in.ts";
import { ADMIN_PASSWORD } from "../tests/support/owner.ts";
import { queryOnce } from "../tests/support/query-once.ts";
import { makeTemporaryFolder, startSite } from "../tests/support/site.ts";

const ENQUIRIES = 100_000;
const QUIET_MS = 15_000;
const PAGES = ["/", "/services/local-seo", "/case-studies", "/blog"];
const PAUSE_MS = 5;
const POLL_MS = 50;

const folder = makeTemporaryFolder("seo-pro-zone-bench-");
await ensureBuild();
const site = await startSite({ DATA_DIR: folder, ADMIN_PASSWORD });
const query = <Row extends object>(text: string) => queryOnce<Row>(embeddedConnection(folder), text);
const agent = new Agent({ keepAlive: true });
try {
  const { session } = await logIn(site.url);
  await query(`insert into enquiries (id, form_type, name, email, message, page, created_at)
    select gen_random_uuid(), 'contact', 'Person ' || n, 'person-' || n || '@example.com',
      repeat('We sell things and want to be found. ', 8), '/contact', now() - n * interval '5 minutes'
    from generate_series(1, ${ENQUIRIES}) as n`);
  await query("vacuum analyze enquiries");
  await read(session, delay(8_000));
  print("quiet", await read(session, delay(QUIET_MS)));
  await query("delete from backups");
  await query(
    "insert into backups (kind, state, made_at) values ('begun', 'none', now() - interval '30 hours')",
  );
  await query("select graphile_worker.add_job('back_up', job_key => 'back_up')");
  print("while it is written", await read(session, isIn("new")));
  print("while it is restored on trial", await read(session, isIn("restored")));
  print("quiet again", await read(session, delay(QUIET_MS)));
} finally {
  agent.destroy();
  await site.stop();
  fs.rmSync(folder, { recursive: true, force: true });
}
process.exit(0);

/** Resolves when the backup is in this state, or a later one. */
async function isIn(state: "new" | "restored") {
  const states = state === "new" ? "'new', 'restored'" : "'restored'";
  while (!(await query(`select from backups where kind = 'nightly' and state in (${states})`)).length)
    await delay(POLL_MS);
}

type Times = { kept: number[]; made: number[]; ms: number };

/** A visitor, and the owner, for whom pages are made anew, one page after the other until it is over. */
async function read(session: { Cookie: string }, over: Promise<unknown>): Promise<Times> {
  const startedAt = performance.now();
  let isOver = false;
  over.then(() => {
    isOver = true;
  });
  const reader = async (headers: Record<string, string>) => {
    const times: number[] = [];
    for (let i = 0; !isOver; i++) {
      times.push(await ask(PAGES[i % PAGES.length]!, headers));
      await delay(PAUSE_MS);
    }
    return times.sort((a, b) => a - b);
  };
  const [kept, made] = await Promise.all([reader({}), reader(session)]);
  return { kept, made, ms: performance.now() - startedAt };
}

function ask(address: string, headers: Record<string, string>): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    request(site.url + address, { agent, headers: { "Accept-Encoding": "br", ...headers } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${address} answered ${response.statusCode}`));
      response.resume().once("end", () => resolve(performance.now() - startedAt));
    })
      .on("error", reject)
      .end();
  });
}

function print(what: string, { kept, made, ms }: Times) {
  const at = (sorted: number[], share: number) =>
    (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1);
  const figures = (sorted: number[]) =>
    `${at(sorted, 0.5)} ms (median), ${at(sorted, 0.95)} (95th percentile), ${at(sorted, 0.99)} (99th of ${sorted.length})`;
  process.stdout.write(
    `${what}, ${(ms / 1_000).toFixed(1)} s: kept pages ${figures(kept)}; made anew ${figures(made)}\n`,
  );
}
