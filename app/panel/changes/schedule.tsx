import { CalendarClock, CalendarX2 } from "lucide-react";
import { changes } from "../../copy/panel/changes.ts";
import { useSaveFetcher } from "../../ui/panel/row-action.ts";
import { aboutSchedule, ScheduleFields, type ScheduleShown } from "../../ui/panel/schedule-fields.tsx";
import { Part } from "./part.tsx";

const words = changes.schedule;

/** @param props.seen from `stampOfRecords` */
export function Schedule({ set, seen, shown }: { set: string; seen: string; shown: ScheduleShown }) {
  const fetcher = useSaveFetcher();
  const isBusy = fetcher.state !== "idle";
  const { at, until, problem } = shown;
  const isSet = at !== null || until !== null;
  return (
    <Part
      title={words.title}
      about={aboutSchedule(shown)}
      control={
        <fetcher.Form method="post" className="btns changes__times">
          <input type="hidden" name="intent" value={isSet ? "unschedule" : "schedule"} />
          <input type="hidden" name="set" value={set} />
          {!isSet && <input type="hidden" name="seen" value={seen} />}
          {!isSet && <ScheduleFields {...shown} />}
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
