// Scheduled publishes and reverts, in words.
import { changes as words } from "../../copy/panel/changes.ts";
import { findSchedule, readCalendar } from "../../features/changes/schedule.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { fullDay, shortTime, timeOfDay, zoneName } from "../../platform/time/dates.ts";
import { wallTime } from "../../platform/time/wall-time.ts";
import type { ComingDay } from "./coming.tsx";
import type { ScheduleShown } from "./schedule.tsx";

/**
 * The calendar by day, and problems with published sets.
 * @param timeZone the site's
 */
export async function readComing(db: Database, timeZone: string) {
  const { coming, problems } = await readCalendar(db);
  const byDay = Map.groupBy(coming, ({ at }) => fullDay(at, timeZone));
  const days = [...byDay].map(([day, events]): ComingDay => {
    const shown = events.map(({ at, title, names, ...event }) => ({
      ...event,
      what: words.coming.what(title, names),
      time: timeOfDay(at, timeZone),
    }));
    return { day, events: shown };
  });
  // Problems with open sets are shown with their schedules.
  const live = problems.filter(({ isLive }) => isLive).map(({ set, problem }) => ({ set, text: problem }));
  return { days, problems: live };
}

/** The schedule of an open set. */
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
