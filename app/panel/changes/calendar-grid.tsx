import {
  CalendarClock,
  CalendarPlus,
  CalendarX2,
  CircleCheck,
  type LucideIcon,
  MoveLeft,
  MoveRight,
  PenLine,
} from "lucide-react";
import { Link } from "react-router";
import { type CalendarState, calendarWords as words } from "../../copy/panel/calendar.ts";
import { addDays } from "../../platform/time/calendar-days.ts";
import { MoreItem, MoreMenu } from "../../ui/panel/more-menu.tsx";
import type { CalendarEntry } from "./calendar.server.ts";
import type { CalendarView } from "./calendar.tsx";
import type { Moves } from "./calendar-moves.tsx";

const ICONS: Record<CalendarState, LucideIcon> = {
  scheduled: CalendarClock,
  reverts: CalendarX2,
  published: CircleCheck,
  draft: PenLine,
};

const LEGEND = ["scheduled", "reverts", "published"] as const;

type Props = { calendar: CalendarView; moves: Moves };

/** Renders the days with their entries: a grid, or on small screens the days that have any. */
export function CalendarGrid({ calendar: { view, days, today, groups }, moves }: Props) {
  return (
    <>
      <ul className="cal__legend" aria-hidden>
        {LEGEND.map((state) => (
          <li key={state} className={`cal__entry--${state}`}>
            <StateIcon state={state} />
            {words.states[state]}
          </li>
        ))}
      </ul>
      <div className="card cal">
        {view !== "day" && (
          <div className="cal__heads" aria-hidden>
            {words.weekdays.map((weekday) => (
              <span key={weekday}>{weekday}</span>
            ))}
          </div>
        )}
        <ol className={`cal__days cal__days--${view}`}>
          {days.map(({ day, name, isOutside, entries, more }) => (
            <li
              key={day}
              className="cal__day"
              aria-current={day === today ? "date" : undefined}
              data-day={day}
              data-outside={isOutside || undefined}
              data-over={moves.over === day || undefined}
              {...moves.drop(day)}
            >
              <h3>
                <span className="cal__number" aria-hidden>
                  {Number(day.slice(8))}
                </span>
                <span className="cal__name">{name}</span>
              </h3>
              {entries.length > 0 && (
                <ul>
                  {entries.map((entry) => (
                    <Entry
                      key={entry.key}
                      entry={entry}
                      others={entry.group ? groups[entry.group]!.others : 0}
                      moves={moves}
                    />
                  ))}
                </ul>
              )}
              {more > 0 && (
                <Link className="cal__more" to={`?view=day&at=${day}`}>
                  {words.more(more)}
                  <span className="sr">{words.moreOn(name)}</span>
                </Link>
              )}
            </li>
          ))}
        </ol>
      </div>
    </>
  );
}

function StateIcon({ state }: { state: CalendarState }) {
  const Icon = ICONS[state];
  return <Icon className="i i-sm" aria-hidden />;
}

function Entry({ entry, others, moves }: { entry: CalendarEntry; others: number; moves: Moves }) {
  const { key, state, kind, name, editor, time, group } = entry;
  return (
    <li
      className={`cal__entry cal__entry--${state}`}
      data-entry={key}
      {...(group !== null && moves.drag(key))}
    >
      <div>
        <Link className="cal__title" to={editor} title={name} draggable={false}>
          {name}
        </Link>
        <small>
          <StateIcon state={state} />
          <span>
            <b>{words.states[state]}</b> {time} · {kind}
          </span>
        </small>
      </div>
      {group !== null && <MoveMenu entry={entry} others={others} moves={moves} />}
    </li>
  );
}

function MoveMenu({ entry, others, moves }: { entry: CalendarEntry; others: number; moves: Moves }) {
  const day = entry.wall.slice(0, 10);
  const to = (days: number) => () => moves.move(entry, addDays(day, days));
  const { of, title, earlier, later, week, choose, together } = words.move;
  return (
    <MoreMenu label={of(entry.name)} title={title}>
      <MoreItem icon={MoveLeft} isDisabled={moves.isPast(addDays(day, -1))} onClick={to(-1)}>
        {earlier}
      </MoreItem>
      <MoreItem icon={MoveRight} onClick={to(1)}>
        {later}
      </MoreItem>
      <MoreItem icon={MoveRight} onClick={to(7)}>
        {week}
      </MoreItem>
      <MoreItem
        icon={CalendarPlus}
        hint={others ? together(others) : undefined}
        onClick={() => moves.choose(entry)}
      >
        {choose}
      </MoreItem>
    </MoreMenu>
  );
}
