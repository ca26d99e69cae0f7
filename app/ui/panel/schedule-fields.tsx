import { changes } from "../../copy/panel/changes.ts";

const words = changes.schedule;

/**
 * The schedule of a set of changes.
 * @property at when it goes live, in words, in the site's time zone; null if it isn't scheduled
 * @property until when it's reverted
 */
export type ScheduleShown = {
  at: string | null;
  until: string | null;
  problem: string;
  zone: string;
  /** the current local time */
  earliest: string;
};

/** Explains the schedule: when it's published and reverted, or what scheduling does. */
export const aboutSchedule = ({ at, until, zone }: ScheduleShown): string =>
  at ? words.at(at, until, zone) : until ? words.until(until) : words.about(zone);

/** Asks when to publish and when to revert, in the site's time zone. */
export function ScheduleFields({ earliest }: Pick<ScheduleShown, "earliest">) {
  return (
    <>
      <label className="label">
        {words.label}
        <input className="input" type="datetime-local" name="at" min={earliest} required />
      </label>
      <label className="label">
        <span>
          {words.untilLabel}
          <span className="opt"> (optional)</span>
        </span>
        <input className="input" type="datetime-local" name="until" min={earliest} />
      </label>
    </>
  );
}
