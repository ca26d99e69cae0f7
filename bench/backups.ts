// What a backup of 100,000 enquiries costs visitors: how long pages take while it is written, and while it is restored on
// trial, beside what they take before and after it.
import { setTimeout as delay } from "node:timers/promises";
import { logIn } from "../tests/support/log-in.ts";
import { ADMIN_PASSWORD } from "../tests/support/owner.ts";
import { openSite } from "./site.ts";
import { median, percentile, say } from "./times.ts";

const ENQUIRIES = 100_000;
const QUIET_MS = 15_000;
const PAGES = ["/", "/services/local-seo", "/case-studies", "/blog"];
const PAUSE_MS = 5;
const POLL_MS = 50;

const site = await openSite({ ADMIN_PASSWORD });
try {
  const { session } = await logIn(site.url);
  await site.query(`insert into enquiries (id, form_type, name, email, message, page, created_at)
    select gen_random_uuid(), 'contact', 'Person ' || n, 'person-' || n || '@example.com',
      repeat('We sell things and want to be found. ', 8), '/contact', now() - n * interval '5 minutes'
    from generate_series(1, ${ENQUIRIES}) as n`);
  await site.query("vacuum analyze enquiries");
  await read(session, delay(8_000));
  print("quiet", await read(session, delay(QUIET_MS)));
  await site.query("delete from backups");
  await site.query(
    "insert into backups (kind, state, made_at) values ('begun', 'none', now() - interval '30 hours')",
  );
  await site.query("select graphile_worker.add_job('back_up', job_key => 'back_up')");
  print("while it is written", await read(session, isIn("new")));
  print("while it is restored on trial", await read(session, isIn("restored")));
  print("quiet again", await read(session, delay(QUIET_MS)));
} finally {
  await site.close();
}
process.exit(0);

/** Resolves when the backup is in this state, or a later one. */
async function isIn(state: "new" | "restored") {
  const states = state === "new" ? "'new', 'restored'" : "'restored'";
  while (!(await site.query(`select from backups where kind = 'nightly' and state in (${states})`)).length)
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
      const { ms, status } = await site.ask(PAGES[i % PAGES.length]!, headers);
      if (status !== 200) throw new Error(`A page answered ${status}`);
      times.push(ms);
      await delay(PAUSE_MS);
    }
    return times;
  };
  const [kept, made] = await Promise.all([reader({}), reader(session)]);
  return { kept, made, ms: performance.now() - startedAt };
}

function print(what: string, { kept, made, ms }: Times) {
  const figures = (times: number[]) =>
    `${median(times).toFixed(1)} ms (median), ${percentile(times, 0.95).toFixed(1)} (95th percentile), ${percentile(times, 0.99).toFixed(1)} (99th of ${times.length})`;
  say(`${what}, ${(ms / 1_000).toFixed(1)} s: kept pages ${figures(kept)}; made anew ${figures(made)}`);
}
