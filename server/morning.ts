import type { TaskList } from "graphile-worker";
import { remindOfDue } from "../app/features/enquiries/morning.server.ts";
import type { Config } from "../app/platform/config.server.ts";
import type { Database } from "../app/platform/database/database.server.ts";
import type { Log } from "../app/platform/log.server.ts";

/** Time zones differ by quarters of an hour. A site that was down at 8:00 sends its reminders until noon. */
export const EACH_QUARTER_REMINDED = {
  task: "remind_of_due",
  match: "*/15 * * * *",
  options: { backfillPeriod: 4 * 3_600_000, maxAttempts: 10 },
};

/** Returns the task that queues the emails at 8:00. */
export const reminding = (db: Database, config: Config, log: Log): TaskList => ({
  async remind_of_due(payload) {
    const { _cron } = payload as { _cron: { ts: string } };
    const people = await remindOfDue(db, config, new Date(_cron.ts));
    if (people) log.info({ people }, "Queued the morning's reminders");
  },
});
