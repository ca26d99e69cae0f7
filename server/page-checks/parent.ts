import { fork } from "node:child_process";
import { sql } from "drizzle-orm";
import {
  claimCheck,
  findLastCheck,
  finishCheck,
  forgetOtherPages,
  listReadPages,
  recordProgress,
  releaseCheck,
  requestCheck,
  type SiteCheckTrouble,
  storePages,
} from "../../app/features/page-checks/queries.server.ts";
import { readSettings } from "../../app/features/settings/queries.server.ts";
import type { Config } from "../../app/platform/config.server.ts";
import type { Database, Databases } from "../../app/platform/database/database.server.ts";
import { VISITOR_ROLE } from "../../app/platform/database/visitor-role.server.ts";
import { folderAbove } from "../../app/platform/folder-above.server.ts";
import type { Log } from "../../app/platform/log.server.ts";
import { isNightlyDue } from "../../app/platform/time/nightly.ts";
import { type Answer, argumentOf, type SiteCheckAnswer, type Task } from "../channel.ts";
import { embeddedConnection } from "../postgres/postgres.ts";

type Tools = { config: Config; databases: Databases; log: Log };

const MEMORY = ["--max-old-space-size=160", "--max-semi-space-size=4"];
const LONGEST_MS = 60 * 60_000;
/** A new site's first check runs on its first night. */
const NEVER_MS = 2 * 60 * 60_000;
/**
 * Runs site checks, one at a time. Aborting `stopping` ends the running one, which resumes at the next start.
 * @returns `check` begins a requested check, or the nightly one if it's due; `ended` resolves when none is running
 */
export function manageSiteChecks({ config, databases, log }: Tools, stopping: AbortSignal) {
  const db = databases.owner;
  let running: Promise<void> | undefined;
  return {
    async check(): Promise<void> {
      if (running || stopping.aborted) return;
      if (await isNightDue(db)) await requestCheck(db, false);
      const id = await claimCheck(db);
      if (!id) return;
      running = makeCheck(id, { config, databases, log }, stopping)
        .catch((error) => log.error({ err: error }, "The site check schedule failed"))
        .finally(() => {
          running = undefined;
        });
    },
    ended: () => running ?? Promise.resolve(),
  };
}

async function isNightDue(db: Database): Promise<boolean> {
  const [last, { time_zone }] = await Promise.all([findLastCheck(db), readSettings(db)]);
  const now = new Date();
  const since = last?.requested_at ?? new Date(now.getTime() - NEVER_MS);
  return isNightlyDue(since, now, time_zone, !last);
}

async function makeCheck(id: string, tools: Tools, stopping: AbortSignal) {
  const { databases, config, log } = tools;
  const db = databases.owner;
  const startedAt = performance.now();
  const trouble = isBuilt ? await readPages(id, tools, stopping) : "development";
  if (stopping.aborted) return releaseCheck(db, id);
  if (!trouble && config.audit) {
    const { askOutside } = await import("./outside.ts");
    await askOutside(db, config, { signal: stopping, onAsked: () => recordProgress(db, id, {}) });
  }
  if (stopping.aborted) return releaseCheck(db, id);
  await finishCheck(db, id, trouble);
  const tookMs = Math.round(performance.now() - startedAt);
  log.info({ tookMs, ...(trouble && { trouble }) }, "The site was checked");
}

/** Only the build can render pages. */
const isBuilt = import.meta.filename.endsWith(".js");

/** Reads pages in a separate process. Returns why it didn't finish; null if it did. */
async function readPages(
  id: string,
  { config, databases, log }: Tools,
  stopping: AbortSignal,
): Promise<SiteCheckTrouble | null> {
  const db = databases.owner;
  const known = [...(await listReadPages(db))];
  const visitorRole = await hasVisitorRole(db);
  const child = fork(folderAbove("server/site.js"), [argumentOf("site-check")], {
    execArgv: [...process.execArgv, ...MEMORY],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const kill = () => child.kill("SIGKILL");
  const late = setTimeout(kill, LONGEST_MS);
  stopping.addEventListener("abort", kill);
  if (stopping.aborted) kill();
  const { promise, resolve } = Promise.withResolvers<SiteCheckTrouble | null>();
  let read = 0;
  const take = async (answer: SiteCheckAnswer) => {
    if (answer.is === "listed") {
      await forgetOtherPages(db, answer.paths);
      await recordProgress(db, id, { pages: answer.paths.length, due: answer.due });
    } else if (answer.is === "read") {
      await storePages(db, answer.pages);
      read += answer.pages.length;
      await recordProgress(db, id, { read });
    } else resolve(answer.trouble);
  };
  // Results are stored one at a time, in order.
  let stored: Promise<unknown> = Promise.resolve();
  const fail = (error: unknown) => {
    if (!stopping.aborted) log.warn({ err: error }, "The site check's results couldn't be stored");
    resolve("crashed");
    kill();
  };
  child.on("message", (answer: Answer) => {
    if (answer.is === "listed" || answer.is === "read" || answer.is === "checked")
      stored = stored.then(() => take(answer)).catch(fail);
  });
  child.on("error", fail);
  child.on("exit", () => stored.finally(() => resolve("crashed")));
  const connection = config.databaseUrl ?? embeddedConnection(config.dataDir);
  const task: Task = { do: "site-check", check: { connection, visitorRole, config, known } };
  if (child.connected) child.send(task, () => {});
  try {
    return await promise;
  } finally {
    clearTimeout(late);
    stopping.removeEventListener("abort", kill);
  }
}

/** Returns whether the site can use the visitors' role, which a hosted server may have refused to create. */
async function hasVisitorRole(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ has: boolean }>(
    sql`select exists (select from pg_roles where rolname = ${VISITOR_ROLE} and pg_has_role(oid, 'member')) as has`,
  );
  return rows[0]!.has;
}
