import { changes as words } from "../../copy/panel/changes.ts";
import { readCalendar } from "../../features/changes/schedule.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { fullDay, timeOfDay } from "../../platform/time/dates.ts";
import type { ComingDay } from "./coming.tsx";

/** Returns the calendar by day, and problems with published sets. */
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
  // Problems with open sets appear next to their schedules.
  const live = problems.filter(({ isLive }) => isLive).map(({ set, problem }) => ({ set, text: problem }));
  return { days, problems: live };
}
