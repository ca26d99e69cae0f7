import { changes as words } from "../../copy/panel/changes.ts";
import { readCalendar } from "../../features/changes/schedule.server.ts";
import type { Plan } from "../../features/changes/show.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { shortTime, zoneName } from "../../platform/time/dates.ts";
import { wallTime } from "../../platform/time/wall-time.ts";
import type { ScheduleShown } from "../../ui/panel/schedule-fields.tsx";

/** Returns drafts' schedule in words, and what the form that sets one needs. */
export function showSchedule(
  plan: Pick<Plan, "at" | "until" | "problem"> | null,
  timeZone: string,
): ScheduleShown {
  const { at = null, until = null, problem = "" } = plan ?? {};
  const now = new Date();
  return {
    at: at && shortTime(at, timeZone),
    until: until && until > now ? shortTime(until, timeZone) : null,
    problem,
    zone: zoneName(timeZone),
    earliest: wallTime(now, timeZone),
  };
}

/** Returns a sentence that says when a published set will be reverted, if that's scheduled. */
export async function readEnd(db: Database, set: string): Promise<string | undefined> {
  const [{ coming }, { time_zone }] = await Promise.all([readCalendar(db), readSettings(db)]);
  const end = coming.find((event) => event.set === set && event.isEnd);
  return end && words.schedule.ends(shortTime(end.at, time_zone));
}
