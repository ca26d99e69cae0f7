import type { z } from "zod";
import { type CalendarState, calendarWords as words } from "../../copy/panel/calendar.ts";
import { history } from "../../copy/panel/history.ts";
import { type RestorableName, recordKinds } from "../../copy/panel/record-kinds.ts";
import { editorOf } from "../../features/changes/apply.server.ts";
import { listDrafts, listScheduled } from "../../features/changes/calendar.server.ts";
import { draftName, type RecordKey } from "../../features/changes/record-key.server.ts";
import { withDraft } from "../../features/changes/show.server.ts";
import { kindsWith } from "../../features/records/kinds.server.ts";
import { listPublishedIn, listUnpublishedRecords } from "../../features/records/queries.server.ts";
import type { KindName } from "../../features/records/record-kind.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { addDays, addMonths, daysOfWeek, isDay, weeksOfMonth } from "../../platform/time/calendar-days.ts";
import {
  boundsOfDay,
  fullDay,
  isoDay,
  monthName,
  shortDate,
  timeOfDay,
  zoneName,
} from "../../platform/time/dates.ts";
import { wallTime } from "../../platform/time/wall-time.ts";
import type { calendarQuery } from "./calendar-query.ts";

/** How many entries a day shows. The others are a click away. */
const SHOWN = { month: 3, week: 20, day: 2_000 };
/** How many drafts are listed next to the calendar. */
const DRAFTS_SHOWN = 30;

/** Drafts that go live together. `at` and `until` are local times; `until` may be empty. */
export type Group = { drafts: string; others: number; at: string; until: string };

export type CalendarEntry = {
  key: string;
  state: CalendarState;
  kind: string;
  name: string;
  /** panel URL of the form */
  editor: string;
  time: string;
  /** local time, such as "2026-11-23T09:00" */
  wall: string;
  /** key in `groups` of an entry that can be moved */
  group: string | null;
};

type Event = RecordKey & { name: string; at: Date; state: CalendarState; set?: string };
type Query = z.output<typeof calendarQuery>;

/**
 * Reads a month, a week or a day of the calendar.
 * @param isVisible returns whether the person may see a kind
 */
export async function readCalendarView(
  db: Database,
  { view, at }: Query,
  isVisible: (kind: KindName) => boolean,
) {
  const { time_zone: zone } = await readSettings(db);
  const today = isoDay(new Date(), zone);
  const shown = rangeOf(view, isDay(at) ? at : isDay(`${at}-01`) ? `${at}-01` : today);
  const period = {
    from: boundsOfDay(shown.days[0]!, zone).from,
    until: boundsOfDay(shown.days.at(-1)!, zone).until,
  };
  const kinds = kindsWith("page").filter(({ name }) => isVisible(name));
  const [scheduled, pending, published, unpublished] = await Promise.all([
    listScheduled(db, period),
    listDrafts(db),
    Promise.all(kinds.map(async (kind) => withKind(kind.name, await listPublishedIn(db, kind, period)))),
    Promise.all(
      kinds.map(async (kind) => withKind(kind.name, await listUnpublishedRecords(db, kind, DRAFTS_SHOWN))),
    ),
  ]);
  const open = scheduled.filter(({ kind }) => isVisible(kind));
  const events: Event[] = [
    ...open.map(({ isEnd, ...event }): Event => ({ ...event, state: isEnd ? "reverts" : "scheduled" })),
    ...published.flat().map((event): Event => ({ ...event, state: "published" })),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
  const byDay = Map.groupBy(events, (event) => isoDay(event.at, zone));
  const groups: Record<string, Group> = {};
  const movable = Map.groupBy(
    open.filter(({ isLive }) => !isLive),
    ({ set }) => set,
  );
  const toEntry = (event: Event): CalendarEntry => {
    const of = event.set ? movable.get(event.set) : undefined;
    if (of && event.set) groups[event.set] ??= toGroup(of, zone);
    return {
      ...{ key: `${draftName(event)} ${event.state}`, state: event.state, name: event.name },
      kind: kindName(event.kind),
      editor:
        event.state === "scheduled"
          ? withDraft(editorOf(event.kind, event.id))
          : editorOf(event.kind, event.id),
      ...{ time: timeOfDay(event.at, zone), wall: wallTime(event.at, zone) },
      group: of ? event.set! : null,
    };
  };
  const drafted = new Set(pending.map(draftName));
  const drafts = [
    ...pending
      .filter(({ kind, publishAt }) => !publishAt && isVisible(kind))
      .map((one) => ({ ...one, key: draftName(one), isPending: true })),
    ...unpublished
      .flat()
      .map((one) => ({ ...one, key: draftName(one), isPending: false }))
      .filter(({ key }) => !drafted.has(key)),
  ];
  return {
    ...{ view, today, zone: zoneName(zone), earliest: wallTime(new Date(), zone), isEmpty: !events.length },
    ...{ title: shown.title, previous: shown.previous, next: shown.next },
    days: shown.days.map((day) => {
      const all = byDay.get(day) ?? [];
      return {
        ...{ day, name: fullDay(boundsOfDay(day, zone).from, zone), isOutside: !day.startsWith(shown.month) },
        entries: all.slice(0, SHOWN[view]).map(toEntry),
        more: Math.max(0, all.length - SHOWN[view]),
      };
    }),
    groups,
    drafts: drafts.slice(0, DRAFTS_SHOWN).map(({ kind, id, name, key, isPending }) => ({
      ...{ key, name, isPending, kind: kindName(kind) },
      editor: isPending ? withDraft(editorOf(kind, id)) : editorOf(kind, id),
    })),
    moreDrafts: Math.max(0, drafts.length - DRAFTS_SHOWN),
  };
}

/** Returns what one record of a kind is called. */
const kindName = (kind: KindName): string => recordKinds[kind as RestorableName]?.head ?? history.kinds[kind];

const withKind = <Row>(kind: KindName, rows: readonly Row[]) => rows.map((row) => ({ ...row, kind }));

function toGroup(of: Awaited<ReturnType<typeof listScheduled>>, zone: string): Group {
  const { publishAt, takeBackAt } = of[0]!;
  const names = [...new Set(of.map(draftName))];
  return {
    ...{ drafts: names.join("."), others: names.length - 1 },
    at: wallTime(publishAt!, zone),
    until: takeBackAt ? wallTime(takeBackAt, zone) : "",
  };
}

/** Returns the days of a view, its title and its neighbors. `month` is the start of days that belong to it. */
function rangeOf(view: Query["view"], day: string) {
  if (view === "month") {
    const month = day.slice(0, 7);
    const [previous, next] = [addMonths(day, -1), addMonths(day, 1)].map((one) => one.slice(0, 7));
    return { days: weeksOfMonth(day), title: monthName(month), month, previous, next };
  }
  const noon = (of: string) => new Date(`${of}T12:00Z`);
  if (view === "day")
    return {
      days: [day],
      title: fullDay(noon(day), "UTC"),
      month: "",
      previous: addDays(day, -1),
      next: addDays(day, 1),
    };
  const days = daysOfWeek(day);
  const title = words.week(shortDate(noon(days[0]!), "UTC"), shortDate(noon(days[6]!), "UTC"));
  return { days, title, month: "", previous: addDays(day, -7), next: addDays(day, 7) };
}
