import { CalendarClock, CalendarX2 } from "lucide-react";
import { changes } from "../../copy/panel/changes.ts";
import { useSaveFetcher } from "../../ui/panel/row-action.ts";
import { Part } from "./part.tsx";

const words = changes.schedule;

/**
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

/** Schedules when the set is published and reverted. */
export function Schedule({ set, shown }: { set: string; shown: ScheduleShown }) {
  const fetcher = useSaveFetcher();
  const isBusy = fetcher.state !== "idle";
  const { at, until, problem, zone, earliest } = shown;
  const isSet = at !== null || until !== null;
  return (
    <Part
      title={words.title}
      about={at ? words.at(at, until, zone) : until ? words.until(until) : words.about(zone)}
      control={
        <fetcher.Form method="post" className="btns changes__times">
          <input type="hidden" name="intent" value={isSet ? "unschedule" : "schedule"} />
          <input type="hidden" name="set" value={set} />
          {!isSet && (
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
          )}
          <button type="submit" className="btn btn--line" disabled={isBusy}>
            {isSet ? <CalendarX2 className="i" aria-hidden /> : <CalendarClock className="i" aria-hidden />}
            {isSet ? words.remove : words.add}
          </button>
        </fetcher.Form>
      }
    >
      {problem && (
        <p className="problem" role="status">
          {words.problem(problem)}
        </p>
      )}
    </Part>
  );
}
