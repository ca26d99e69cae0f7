// The schedule of a pending set, in words.
import { findSchedule } from "../../features/changes/schedule.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { shortTime, zoneName } from "../../platform/time/dates.ts";
import { wallTime } from "../../platform/time/wall-time.ts";
import type { ScheduleShown } from "../../ui/panel/schedule-fields.tsx";

/**
 * Reads the schedule of a pending set.
 * @param timeZone the site's
 */
export async function readSchedule(db: Database, set: string, timeZone: string): Promise<ScheduleShown> {
  const { at = null, until = null, problem = "" } = (await findSchedule(db, set)) ?? {};
  const now = new Date();
  return {
    at: at && shortTime(at, timeZone),
    until: until && until > now ? shortTime(until, timeZone) : null,
    problem,
    zone: zoneName(timeZone),
    earliest: wallTime(now, timeZone),
  };
}
