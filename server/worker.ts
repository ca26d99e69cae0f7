import { EventEmitter } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import {
  Logger,
  makeWorkerUtils,
  parseCronItems,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
} from "graphile-worker";
import type pg from "pg";
import { publishDue, revertDueSets } from "../app/features/changes/schedule.server.ts";
import { purgeRevisions } from "../app/features/history/queries.server.ts";
import { IMPORT_CONTENT } from "../app/features/import/runs.server.ts";
import { deliverMail } from "../app/features/mail/delivery.server.ts";
import {
  requeueOverdueMails,
  SEND_MAIL,
  sendMailsAwaitingRecipient,
} from "../app/features/mail/schedule.server.ts";
import { readMailConfig } from "../app/features/mail/settings.server.ts";
import { CHECK_SITE } from "../app/features/page-checks/queries.server.ts";
import { ensureAdminPassword } from "../app/features/sign-in/password.server.ts";
import type { Config } from "../app/platform/config.server.ts";
import { type Database, type Databases, databaseOn } from "../app/platform/database/database.server.ts";
import { dividePool } from "../app/platform/database/pool.server.ts";
import { purgeUndo } from "../app/platform/database/undo.server.ts";
import { recordPulse } from "../app/platform/database/worker-pulse.server.ts";
import { openMailer } from "../app/platform/http/mail.server.ts";
import { isAnnounced } from "../app/platform/http/public-site.ts";
import type { Log } from "../app/platform/log.server.ts";
import { DEMO_RESETS } from "../app/platform/time/demo-reset.ts";
import { auditInChild } from "./audit/parent.ts";
import { makeAudits } from "./audit-queue.ts";
import { manageBackups } from "./backup/process.ts";
import { resetDemo } from "./demo.ts";
import { imageTasks } from "./images/tasks.ts";
import { manageImports } from "./import/parent.ts";
import { announcing, EACH_MINUTE_ANNOUNCED } from "./index-now.ts";
import { EACH_QUARTER_REMINDED, reminding } from "./morning.ts";
import { OrphanedJobs } from "./orphaned-jobs.ts";
import { manageSiteChecks } from "./page-checks/parent.ts";
import { cleanUp, firstLine } from "./tidy-up.ts";
import { checkingUpdates, dailyUpdateCheck } from "./update-check.ts";
import { deliverWebhooks } from "./webhook-queue.ts";

/** Cleanup may have a lot to delete, so its statements get more time. */
const TIDY_MS = 50_000;
const DAY_MS = 86_400_000;
/** How long an email may take during a stop before it's aborted. */
const FINISH_MS = 3_000;
const STOP_MS = FINISH_MS + 3_000;
/** No job takes this long. */
const LEFT_BEHIND_MS = 150_000;
const RESTART_FIRST_MS = 500;
const RESTART_LAST_MS = 5_000;

type Site = { databases: Databases; config: Config; log: Log };
/** These parts outlive a runner. */
type Lasting = {
  backups: ReturnType<typeof manageBackups>;
  siteChecks: ReturnType<typeof manageSiteChecks>;
  imports: ReturnType<typeof manageImports>;
  orphaned: OrphanedJobs;
};

/**
 * Starts the worker, which restarts after a database outage. Its own connections keep slow mail servers from blocking
 * the site.
 * @returns `stop()` finishes the current jobs, within a few seconds
 */
export async function startWorker(site: Site): Promise<{ stop(): Promise<void> }> {
  const stopping = new AbortController();
  const backups = manageBackups(site, stopping.signal);
  const siteChecks = manageSiteChecks(site, stopping.signal);
  const imports = manageImports(site, stopping.signal);
  const orphaned = new OrphanedJobs(site.config.dataDir);
  const working = work(site, { backups, siteChecks, imports, orphaned }, stopping.signal);
  return {
    stop() {
      stopping.abort();
      return Promise.all([
        working,
        atMost(STOP_MS, backups.ended()),
        atMost(STOP_MS, siteChecks.ended()),
        atMost(STOP_MS, imports.ended()),
      ]).then(() => {});
    },
  };
}

async function work(site: Site, lasting: Lasting, stopping: AbortSignal) {
  let waitMs = RESTART_FIRST_MS;
  while (!stopping.aborted) {
    const startedAt = Date.now();
    try {
      await workUntilLost(site, lasting, stopping);
      if (!stopping.aborted) site.log.warn("The job worker lost its database connection and is restarting");
    } catch (error) {
      site.log.warn({ reason: firstLine((error as Error).message) }, "The job worker couldn't start");
    }
    if (Date.now() - startedAt > RESTART_LAST_MS) waitMs = RESTART_FIRST_MS;
    await delay(waitMs, undefined, { signal: stopping }).catch(() => {});
    waitMs = Math.min(waitMs * 2, RESTART_LAST_MS);
  }
}

/**
 * Runs jobs until the database is lost. A runner may hang then, so it's abandoned and shares nothing with its
 * successor. Its emails stay locked until they're sent, so they're never sent twice.
 * @returns once the site is stopping or the runner has ended
 * @throws if the database can't be reached
 */
async function workUntilLost(
  { databases, config, log }: Site,
  { backups, siteChecks, imports, orphaned }: Lasting,
  stopping: AbortSignal,
) {
  const application_name = "seo-pro-zone worker";
  // Each job holds a connection while it talks to a mail server.
  const { jobs, queue } = dividePool(config.databasePool);
  const jobsPool = databases.openPool({ max: jobs, application_name });
  const pgPool = databases.openPool({
    max: queue,
    application_name,
    // Queue writes don't wait for the disk, which leaves more of it for visitors' requests. A job that runs again
    // after a crash finds nothing to do.
    session: "set synchronous_commit to off",
  });
  const events: WorkerEvents = new EventEmitter();
  const lost = Promise.withResolvers<void>();
  events.once("pool:gracefulShutdown", () => lost.resolve());
  // Graphile Worker locks jobs under the pool's id.
  events.on("pool:create", ({ workerPool }) => orphaned.note(workerPool.id));
  const stop = () => lost.resolve();
  stopping.addEventListener("abort", stop);

  const over = new AbortController();
  let queues: Promise<unknown> | undefined;
  let runner: Runner | undefined;
  try {
    const db = databaseOn(jobsPool);
    await orphaned.release((ids) =>
      db.execute(sql`select graphile_worker.force_unlock_workers(${sql.param(ids)})`),
    );
    runner = await run({
      pgPool,
      events,
      taskList: {
        ...tasksOf({ db, jobsPool, pgPool, config, log }),
        back_up: () => backups.check(db),
        [CHECK_SITE]: () => siteChecks.check(),
        [IMPORT_CONTENT]: () => imports.check(),
      },
      parsedCronItems: parseCronItems([
        timed("requeue_mails", "* * * * *"),
        timed("forget_kept", "* * * * *"),
        timed("publish_changes", "* * * * *"),
        timed(IMPORT_CONTENT, "* * * * *"),
        EACH_QUARTER_REMINDED,
        timed("tidy_up", "7 * * * *"),
        timed("back_up", "17 * * * *"),
        timed("sweep_uploads", "37 * * * *"),
        timed(CHECK_SITE, "57 * * * *"),
        timed("tidy_history", "27 3 * * *", DAY_MS),
        timed("look_after_pictures", "47 3 * * *"),
        // If the site was down at that time, it's reset once it's back.
        ...(config.demo ? [timed("reset_demo", DEMO_RESETS, DAY_MS)] : []),
        ...(config.updateFeed ? [timed("check_updates", dailyUpdateCheck(config.siteUrl), DAY_MS)] : []),
        ...(isAnnounced(config) ? [EACH_MINUTE_ANNOUNCED] : []),
      ]),
      // Image jobs mostly wait, so there's one more job than connections.
      concurrency: jobs + 1,
      noHandleSignals: true,
      gracefulShutdownAbortTimeout: FINISH_MS,
      logger: quietLogger(log),
      // Otherwise, losing the database while completing a job causes an unhandled rejection.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
    runner.promise.catch(() => {}).finally(lost.resolve);
    const queueDb = databaseOn(pgPool);
    const make = auditInChild(queueDb, config, log);
    const tools = { db: queueDb, config, log, make };
    const delivering = config.demo ? undefined : deliverWebhooks(tools, over.signal);
    queues = Promise.all([makeAudits(tools, over.signal), delivering]);
    // LEADS_TO may have just been set.
    if ((await readMailConfig(db, config)).smtpUrl) await sendMailsAwaitingRecipient(db);
    await recordPulse(db);
    // Scheduled changes may have come due while the site was down.
    await runner.addJob("publish_changes", {}, { jobKey: "publish_changes", maxAttempts: 1 });
    await runner.addJob("back_up", {}, { jobKey: "back_up", maxAttempts: 1, runAt: inAMinute() });
    await runner.addJob(CHECK_SITE, {}, { jobKey: CHECK_SITE, maxAttempts: 1, runAt: inAMinute() });
    await runner.addJob(IMPORT_CONTENT, {}, { jobKey: IMPORT_CONTENT, maxAttempts: 1 });
    await lost.promise;
  } finally {
    stopping.removeEventListener("abort", stop);
    over.abort();
    const ended = Promise.all([runner?.stop().catch(() => {}), queues]);
    // A job may still need the pool to record its result.
    const closed = atMost(stopping.aborted ? STOP_MS : LEFT_BEHIND_MS, ended).then(() =>
      Promise.all([pgPool.end(), jobsPool.end()]),
    );
    if (stopping.aborted) await atMost(STOP_MS, closed);
  }
}

type Tools = { db: Database; jobsPool: pg.Pool; pgPool: pg.Pool; config: Config; log: Log };

function tasksOf({ db, jobsPool, pgPool, config, log }: Tools): TaskList {
  const patient = databaseOn(jobsPool, TIDY_MS);
  const cleanJobs = async () => {
    const utils = await makeWorkerUtils({ pgPool, logger: quietLogger(log) });
    // A job that's replaced while a killed worker holds it becomes a failed job.
    await utils.cleanup({ tasks: ["DELETE_PERMAFAILED_JOBS"] }).finally(() => utils.release());
  };
  // Emails to a silent server hold their connections for minutes, so after a failure one stays free for other jobs.
  const atOnce = Math.max(1, dividePool(config.databasePool).jobs - 1);
  let sending = 0;
  let isFailing = false;
  const sendMail = async (id: string, abortSignal?: AbortSignal) => {
    const mailConfig = await readMailConfig(db, config);
    // Without a mail server, emails stay in the outbox.
    if (!mailConfig.smtpUrl) return;
    const mailer = openMailer(mailConfig.smtpUrl);
    const outcome = await deliverMail(db, id, { mailer, config: mailConfig, signal: abortSignal });
    if (!outcome) return;
    log.info({ mail: id, outcome }, "Tried to send an email");
    // It says nothing about the mail server.
    if (outcome === "postponed") return;
    const isBack = isFailing && outcome !== "later";
    isFailing = outcome === "later";
    if (isBack) await requeueOverdueMails(db);
  };
  return {
    ...announcing(db, config, log),
    async [SEND_MAIL](payload, { abortSignal }) {
      // The email is requeued after the next success, or within a minute.
      if (isFailing && sending >= atOnce) return;
      sending++;
      await sendMail((payload as { id: string }).id, abortSignal).finally(() => sending--);
    },
    async requeue_mails() {
      if ((await readMailConfig(db, config)).smtpUrl) await requeueOverdueMails(db);
      await recordPulse(db);
    },
    async publish_changes() {
      // Revert first, to make room for changes scheduled for the same time.
      try {
        const back = await revertDueSets(db, config);
        if (back !== null) log.info({ records: back }, "Scheduled changes were reverted");
      } finally {
        const records = await publishDue(db, config);
        if (records !== null) log.info({ records }, "Scheduled changes were published");
      }
    },
    async reset_demo() {
      const client = await jobsPool.connect();
      await resetDemo(client, config).finally(() => client.release());
      await ensureAdminPassword(db, config);
      log.info("The demo was reset");
    },
    forget_kept: () => purgeUndo(db).then(() => {}),
    // A queue waits seconds between its jobs, so one job does everything.
    tidy_up: (_, { abortSignal }) => cleanUp(patient, { cleanJobs, log, signal: abortSignal }),
    // This job reads the whole history, which takes a long time.
    tidy_history: () => patient.transaction(purgeRevisions),
    ...checkingUpdates(db, config, log),
    ...reminding(db, config, log),
    ...imageTasks(db, config, log),
  };
}

/** Jobs that aren't urgent wait until startup is over. */
const inAMinute = () => new Date(Date.now() + 60_000);

/** A task handles everything that is due, so missed runs are made up for only within `backfillPeriod`. */
const timed = (task: string, match: string, backfillPeriod = 0) => ({
  task,
  match,
  options: { backfillPeriod, maxAttempts: 1, jobKey: task },
});

/** Logs the queue's problems, except the warning about its deliberately small pool. */
const quietLogger = (log: Log) =>
  new Logger(() => (level, message) => {
    if ((level === "error" || level === "warning") && !message.includes("maxPoolSize")) {
      log.warn({ worker: firstLine(message) }, "The job worker reported a problem");
    }
  });

async function atMost(ms: number, work: Promise<unknown>) {
  const over = new AbortController();
  const limit = delay(ms, undefined, { signal: over.signal, ref: false }).catch(() => {});
  await Promise.race([work.catch(() => {}), limit]);
  over.abort();
}
