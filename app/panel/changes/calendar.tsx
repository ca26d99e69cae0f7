import { ChevronLeft, ChevronRight } from "lucide-react";
import { data, Link } from "react-router";
import { calendarWords as words } from "../../copy/panel/calendar.ts";
import { rightOfKind } from "../../features/staff/rights.ts";
import { may } from "../../features/staff/signed-in.server.ts";
import { ownerDb } from "../../platform/http/context.server.ts";
import { TabHead } from "../../ui/panel/tab-head.tsx";
import { useToast } from "../../ui/panel/toaster.tsx";
import { loadOrToast } from "../saving/save.server.ts";
import type { Route } from "./+types/calendar";
import { readCalendarView } from "./calendar.server.ts";
import { CalendarDrafts } from "./calendar-drafts.tsx";
import { CalendarGrid } from "./calendar-grid.tsx";
import { useMoves } from "./calendar-moves.tsx";
import { calendarQuery } from "./calendar-query.ts";
import { ChangesViews } from "./views.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Calendar | Control panel" }];

export async function loader({ context, url }: Route.LoaderArgs) {
  const query = calendarQuery.parse(Object.fromEntries(url.searchParams));
  const { value, fault } = await loadOrToast(
    () => readCalendarView(context.get(ownerDb), query, (kind) => may(context, rightOfKind(kind))),
    words.fetchFailed,
  );
  return data({ calendar: value, fault });
}

export default function Calendar({ loaderData: { calendar, fault } }: Route.ComponentProps) {
  useToast(fault);
  return (
    <>
      <TabHead title={words.title} about={calendar && words.about(calendar.zone)} />
      <ChangesViews />
      {calendar ? <Shown {...calendar} /> : <p className="state">{words.unreadable}</p>}
    </>
  );
}

export type CalendarView = NonNullable<Route.ComponentProps["loaderData"]["calendar"]>;

function Shown(calendar: CalendarView) {
  const { view, title, previous, next, isEmpty } = calendar;
  const moves = useMoves(calendar);
  const at = calendar.days.find(({ isOutside }) => !isOutside)!.day;
  return (
    <>
      <div className="toolbar cal__bar">
        <div className="cal__steps">
          <Link className="btn btn--icon btn--ghost" to={`?view=${view}&at=${previous}`} preventScrollReset>
            <ChevronLeft className="i" aria-hidden />
            <span className="sr">{words.previous[view]}</span>
          </Link>
          <Link className="btn btn--icon btn--ghost" to={`?view=${view}&at=${next}`} preventScrollReset>
            <ChevronRight className="i" aria-hidden />
            <span className="sr">{words.next[view]}</span>
          </Link>
          <Link className="btn btn--line" to={`?view=${view}`} preventScrollReset>
            {words.today}
          </Link>
        </div>
        <h2 aria-live="polite">{title}</h2>
        <nav className="views cal__views" aria-label={words.views.label}>
          {(["month", "week"] as const).map((one) => (
            <Link
              key={one}
              className="btn btn--ghost"
              to={`?view=${one}&at=${at}`}
              aria-current={one === view ? "page" : undefined}
              preventScrollReset
            >
              {words.views[one]}
            </Link>
          ))}
        </nav>
      </div>
      {isEmpty && <p className="cal__none">{words.none}</p>}
      <CalendarDrafts calendar={calendar} moves={moves} />
      <CalendarGrid calendar={calendar} moves={moves} />
      {moves.dialog}
    </>
  );
}
