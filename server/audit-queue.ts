// Runs audits separately from the worker's jobs: slow websites don't delay email, and slow mail servers don't delay
// audits (decision 0051).
import { setTimeout as delay } from "node:timers/promises";
import {
  type Audit,
  claimAudit,
  findShared,
  finishAudit,
  reportPath,
  requeueAbandonedAudits,
  requeueAudit,
  skipQueuedAudits,
  tokenOf,
} from "../app/features/audit/queries.server.ts";
import type { AuditResult } from "../app/features/audit/result.ts";
import { fillAuditMails } from "../app/features/enquiries/audit-mails.server.ts";
import type { Config } from "../app/platform/config.server.ts";
import type { Database } from "../app/platform/database/database.server.ts";
import type { Log } from "../app/platform/log.server.ts";

const AT_ONCE = 2;
const POLL_MS = 500;
const LOST_EVERY_MS = 10_000;

export type MakeAudit = (url: string, signal: AbortSignal) => Promise<AuditResult>;

type Tools = { db: Database; config: Pick<Config, "siteUrl" | "audit">; log: Log; make: MakeAudit };

/**
 * Runs audits until `stopping` aborts, then requeues unfinished ones. If audits are off, only skips queued ones.
 * Ignores database errors, which the worker reports.
 */
export async function makeAudits(tools: Tools, stopping: AbortSignal): Promise<void> {
  const { db, config } = tools;
  if (!config.audit) return void (await skipQueuedAudits(db).catch(() => {}));
  const running = new Map<string, Promise<void>>();
  let lostAt = 0;
  while (!stopping.aborted) {
    try {
      if (performance.now() - lostAt > LOST_EVERY_MS) {
        await requeueAbandonedAudits(db);
        lostAt = performance.now();
      }
      while (running.size < AT_ONCE) {
        const audit = await claimAudit(db, [...running.keys()]);
        if (!audit) break;
        const { host } = audit;
        running.set(
          host,
          makeOne(audit, tools, stopping).finally(() => running.delete(host)),
        );
      }
    } catch {
      // The next poll tries again.
    }
    await delay(POLL_MS, undefined, { signal: stopping }).catch(() => {});
  }
  await Promise.all(running.values());
}

/** Never rejects. */
async function makeOne(audit: Audit, { db, config, log, make }: Tools, stopping: AbortSignal) {
  try {
    const result = (await findShared(db, audit)) ?? (await make(audit.url, stopping));
    if (stopping.aborted) throw new Error("The site is stopping");
    const { siteUrl } = config;
    const token = await tokenOf(db, audit.enquiry_id);
    const reportUrl = siteUrl + reportPath(token);
    await db.transaction(async (tx) => {
      await finishAudit(tx, audit.id, result, audit.by_owner ? null : token);
      if (!audit.by_owner) await fillAuditMails(tx, audit.enquiry_id, { result, reportUrl, siteUrl });
    });
    log.info({ audit: audit.id, tookMs: result.tookMs, trouble: result.trouble }, "A website was checked");
  } catch (error) {
    const reason = ((error as Error).message ?? "").split("\n")[0]?.slice(0, 300);
    if (!stopping.aborted) log.warn({ audit: audit.id, reason }, "A website couldn't be checked");
    // If the database is down, `requeueAbandonedAudits` requeues the audit later.
    await requeueAudit(db, audit.id).catch(() => {});
  }
}
