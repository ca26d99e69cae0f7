import { CalendarClock, CalendarX2 } from "lucide-react";
import { changes } from "../../copy/panel/changes.ts";
import { useSaveFetcher } from "../../ui/panel/row-action.ts";

const words = changes.schedule;

/** @property at when it goes live, in words and in the site's time; null where that is not settled */
export type ScheduleShown = { at: string | null; problem: string; zone: string; earliest: string };

/** When what waits goes live by itself. */
export function Schedule({ set, shown }: { set: string; shown: ScheduleShown }) {
  const fetcher = useSaveFetcher();
  const isBusy = fetcher.state !== "idle";
  const { at, problem, zone, earliest } = shown;
  return (
    <section className="changes__more">
      <div className="ahead">
        <div>
          <h2>{words.title}</h2>
          <p>{at ? words.at(at, zone) : words.about(zone)}</p>
        </div>
        <fetcher.Form method="post" className="btns">
          <input type="hidden" name="intent" value={at ? "unschedule" : "schedule"} />
          <input type="hidden" name="set" value={set} />
          {!at && (
            <input
              className="input changes__at"
              type="datetime-local"
              name="at"
              aria-label={words.label}
              min={earliest}
              required
            />
          )}
          <button type="submit" className="btn btn--line" disabled={isBusy}>
            {at ? <CalendarX2 className="i" aria-hidden /> : <CalendarClock className="i" aria-hidden />}
            {at ? words.remove : words.add}
          </button>
        </fetcher.Form>
      </div>
      {problem && (
        <p className="problem" role="status">
          {words.problem(problem)}
        </p>
      )}
    </section>
  );
}
