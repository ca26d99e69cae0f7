import { purgeOldAudits } from "../app/features/audit/queries.server.ts";
import { purgeOldEvents } from "../app/features/audit-log/queries.server.ts";
import { recordEvent } from "../app/features/audit-log/record.server.ts";
import { deleteOldAutosaves } from "../app/features/autosaves/queries.server.ts";
import { purgePreviewLinks } from "../app/features/changes/links.server.ts";
import { purgePublished } from "../app/features/changes/publish.server.ts";
import { emptySentMails, purgeOldEnquiries } from "../app/features/enquiries/retention.server.ts";
import { purgePendingSubscribers } from "../app/features/newsletter/queries.server.ts";
import { RESTORABLE_KINDS } from "../app/features/records/kinds.server.ts";
import { purgeSteps } from "../app/features/sign-in/steps.server.ts";
import { purgeDeliveries } from "../app/features/webhooks/deliveries.server.ts";
import type { Database } from "../app/platform/database/database.server.ts";
import { purgeDeleted } from "../app/platform/database/deleted.server.ts";
import { purgeExpiredLimits } from "../app/platform/database/rate-limit.server.ts";
import type { Log } from "../app/platform/log.server.ts";

/**
 * Deletes expired data, one part at a time. A failing part is logged and retried in an hour.
 * @param db has a longer timeout, because there may be a lot to delete
 * @param options.cleanJobs deletes leftover jobs
 * @param options.signal stops after the current part
 */
export async function cleanUp(
  db: Database,
  { cleanJobs, log, signal }: { cleanJobs: () => Promise<void>; log: Log; signal?: AbortSignal },
): Promise<void> {
  const parts: Record<string, () => Promise<unknown>> = {
    ...Object.fromEntries(Object.entries(PURGES).map(([part, purge]) => [part, () => db.transaction(purge)])),
    enquiries: () => forgetEnquiries(db),
    jobs: cleanJobs,
  };
  for (const [part, tidy] of Object.entries(parts)) {
    if (signal?.aborted) return;
    await tidy().catch((error: Error) =>
      log.warn(
        { part, reason: firstLine(((error.cause ?? error) as Error).message) },
        "A cleanup task failed",
      ),
    );
  }
}

/** A new retention limit may apply to years of enquiries, so they're deleted in batches. */
async function forgetEnquiries(db: Database) {
  let count = 0;
  for (let hasMore = true; hasMore; ) {
    const gone = await db.transaction(purgeOldEnquiries);
    count += gone.count;
    hasMore = gone.hasMore;
  }
  if (count) await recordEvent(db, "enquiries.forgotten", { count });
}

const PURGES: Record<string, (db: Database) => Promise<unknown>> = {
  limits: purgeExpiredLimits,
  pending_subscribers: purgePendingSubscribers,
  ...Object.fromEntries(
    RESTORABLE_KINDS.map(({ name, trash }) => [name, (db: Database) => purgeDeleted(db, trash)]),
  ),
  autosaves: deleteOldAutosaves,
  published_changes: purgePublished,
  preview_links: purgePreviewLinks,
  events: purgeOldEvents,
  sent_mails: emptySentMails,
  audits: purgeOldAudits,
  webhook_deliveries: purgeDeliveries,
  login_steps: purgeSteps,
};

/** Returns the first line, because a failed query's other lines may contain personal data. */
export const firstLine = (message: string) => message.split("\n")[0]?.slice(0, 300);
