import { CalendarClock, CalendarX2 } from "lucide-react";
import { changes } from "../../copy/panel/changes.ts";
import { Part } from "./part.tsx";

const words = changes.coming;

/**
 * @property what the set's title, or the names of its records
 * @property isLive whether the set is already published
 */
type ComingEvent = { set: string; what: string; time: string; isEnd: boolean; isLive: boolean };
/** @property day in words, in the site's time zone */
export type ComingDay = { day: string; events: ComingEvent[] };

export function Coming({
  days,
  zone,
  onKeep,
}: {
  days: ComingDay[];
  zone: string;
  onKeep: (set: string) => void;
}) {
  return (
    <Part title={words.title} about={words.about(zone)}>
      <ol className="card coming">
        {days.map(({ day, events }) => (
          <li key={day}>
            <h3>{day}</h3>
            <ol>
              {events.map(({ set, what, time, isEnd, isLive }) => (
                <li key={`${set} ${isEnd}`}>
                  {isEnd ? (
                    <CalendarX2 className="i" aria-hidden />
                  ) : (
                    <CalendarClock className="i" aria-hidden />
                  )}
                  <span>
                    <b>{time}</b> {isEnd ? words.ends : words.goesLive} <span className="muted">{what}</span>
                  </span>
                  {isLive && (
                    <button type="button" className="btn btn--ghost" onClick={() => onKeep(set)}>
                      {words.keep}
                      <span className="sr"> {what}</span>
                    </button>
                  )}
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ol>
    </Part>
  );
}
