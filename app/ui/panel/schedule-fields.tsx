import { changes } from "../../copy/panel/changes.ts";

const words = changes.schedule;

export type ScheduleShown = {
  /** when the changes go live, in words and in the site's time zone; null if not scheduled */
  at: string | null;
  until: string | null;
  problem: string;
  zone: string;
  /** the current time in the site's time zone, as `datetime-local` expects it */
  earliest: string;
  /** what the fields are filled in with, as `datetime-local` expects it */
  start?: string;
  end?: string;
};

/** Describes the schedule, or what scheduling does. */
export const aboutSchedule = ({ at, until, zone }: ScheduleShown): string =>
  at ? words.at(at, until, zone) : until ? words.until(until) : words.about(zone);

/** Returns 9:00 on the next day, as `datetime-local` expects it. */
function tomorrow(earliest: string): string {
  const day = new Date(`${earliest.slice(0, 10)}T00:00Z`);
  day.setUTCDate(day.getUTCDate() + 1);
  return `${day.toISOString().slice(0, 10)}T09:00`;
}

export function ScheduleFields({ earliest, start, end }: Pick<ScheduleShown, "earliest" | "start" | "end">) {
  return (
    <>
      <label className="label">
        {words.label}
        <input
          className="input"
          type="datetime-local"
          name="at"
          min={earliest}
          defaultValue={start ?? tomorrow(earliest)}
          required
        />
      </label>
      <label className="label">
        <span>
          {words.untilLabel}
          <span className="opt"> (optional)</span>
        </span>
        <input className="input" type="datetime-local" name="until" min={earliest} defaultValue={end} />
      </label>
    </>
  );
}
