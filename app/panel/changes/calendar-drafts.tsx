import { CalendarClock } from "lucide-react";
import { href, Link } from "react-router";
import { calendarWords as words } from "../../copy/panel/calendar.ts";
import type { CalendarView } from "./calendar.tsx";
import type { Moves } from "./calendar-moves.tsx";

/** Renders drafts without a schedule, to drag to a day. */
export function CalendarDrafts({ calendar, moves }: { calendar: CalendarView; moves: Moves }) {
  const { drafts, moreDrafts } = calendar;
  const said = words.drafts;
  if (!drafts.length) return null;
  return (
    <section className="cal__tray" aria-labelledby="unscheduled">
      <h2 id="unscheduled">{said.title}</h2> <p>{said.about}</p>
      <ul className="cal__drafts">
        {drafts.map(({ key, name, kind, editor, isPending }) => (
          <li
            key={key}
            className="cal__entry cal__entry--draft"
            data-entry={key}
            {...(isPending && moves.drag(key))}
          >
            <div>
              <Link className="cal__title" to={editor} title={name} draggable={false}>
                {name}
              </Link>
              <small>
                <span>
                  <b>{words.states.draft}</b> {kind}
                  {!isPending && ` · ${said.unpublished}`}
                </span>
              </small>
            </div>
            {isPending && (
              <button
                type="button"
                className="btn btn--line"
                onClick={() => moves.schedule(key, moves.tomorrow)}
              >
                <CalendarClock className="i" aria-hidden />
                {said.schedule}
                <span className="sr"> {name}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {moreDrafts > 0 && (
        <Link className="more" to={href("/admin-control-panel-seoprozone/changes")}>
          {said.more(moreDrafts)}
        </Link>
      )}
    </section>
  );
}
