import { type DragEvent, useRef, useState } from "react";
import { href } from "react-router";
import { calendarWords as words } from "../../copy/panel/calendar.ts";
import { changes } from "../../copy/panel/changes.ts";
import { addDays } from "../../platform/time/calendar-days.ts";
import { PublishDialog } from "../../ui/panel/publish-dialog.tsx";
import { focusHeading, useSaveFetcher } from "../../ui/panel/row-action.ts";
import { showToast } from "../../ui/panel/toaster.tsx";
import type { CalendarEntry } from "./calendar.server.ts";
import type { CalendarView } from "./calendar.tsx";

const CHANGES = href("/admin-control-panel-seoprozone/changes");
/** When a draft is scheduled for a day without a time. */
const USUAL_TIME = "09:00";

/** A drag's payload: the key of an entry or a draft. */
const DRAGGED = "text/plain";

type Asked = { key: string; drafts: string; start: string; end: string };
export type Moves = ReturnType<typeof useMoves>;

/** Returns what moves entries: to a day, by dragging, and a dialog for choosing a date. */
export function useMoves({ days, drafts, groups, today, earliest, zone }: CalendarView) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const moved = useRef<string>(undefined);
  const fetcher = useSaveFetcher(CHANGES, () => {
    const button = moved.current && buttonOf(moved.current);
    if (button) button.focus();
    else focusHeading();
  });
  const find = (key: string) => days.flatMap(({ entries }) => entries).find((entry) => entry.key === key);

  /** Moves an entry to a day; it keeps its time. */
  const move = (entry: CalendarEntry, day: string) => {
    const group = entry.group === null ? undefined : groups[entry.group];
    if (!group || entry.wall.startsWith(day)) return;
    const wall = day + entry.wall.slice(10);
    moved.current = entry.key;
    const times =
      entry.state === "reverts" ? { at: group.at, until: wall } : { at: wall, until: group.until };
    fetcher.submit(
      { intent: "schedule", drafts: group.drafts, ...times },
      { method: "post", action: CHANGES },
    );
  };
  const choose = (entry: CalendarEntry) => {
    const group = groups[entry.group!]!;
    setAsked({ key: entry.key, drafts: group.drafts, start: group.at, end: group.until });
  };
  const schedule = (draft: string, day: string) => {
    if (day < today) showToast({ tone: "bad", title: changes.failed.schedule, text: words.move.past });
    else setAsked({ key: draft, drafts: draft, start: timeOn(day, earliest), end: "" });
  };

  return {
    ...{ move, choose, over, tomorrow: addDays(today, 1), schedule, isPast: (day: string) => day < today },
    drag: (key: string) => ({
      draggable: true,
      onDragStart(event: DragEvent) {
        event.dataTransfer.setData(DRAGGED, key);
        event.dataTransfer.effectAllowed = "move" as const;
      },
    }),
    drop: (day: string) => ({
      onDragOver(event: DragEvent) {
        event.preventDefault();
        if (over !== day) setOver(day);
      },
      onDragLeave(event: DragEvent<HTMLElement>) {
        const to = event.relatedTarget;
        if (!(to instanceof Node && event.currentTarget.contains(to))) setOver(null);
      },
      onDrop(event: DragEvent) {
        event.preventDefault();
        setOver(null);
        const key = event.dataTransfer.getData(DRAGGED);
        const entry = find(key);
        if (entry) move(entry, day);
        else if (drafts.some((draft) => draft.key === key && draft.isPending)) schedule(key, day);
      },
    }),
    dialog: asked && (
      <PublishDialog
        does="schedule"
        drafts={asked.drafts}
        schedule={{ at: null, until: null, problem: "", zone, earliest, start: asked.start, end: asked.end }}
        onClose={() => setAsked(null)}
        returnTo={() => buttonOf(asked.key) ?? document.querySelector("#panel h1")}
      />
    ),
  };
}

/** Returns 9:00 on a day, or the next full hour if that has passed. */
function timeOn(day: string, earliest: string): string {
  const usual = `${day}T${USUAL_TIME}`;
  if (usual > earliest) return usual;
  const hour = Number(earliest.slice(11, 13)) + 1;
  return `${day}T${hour < 24 ? `${String(hour).padStart(2, "0")}:00` : "23:59"}`;
}

/** Returns an entry's button, wherever it is now, so that it can be moved again. */
function buttonOf(key: string): HTMLElement | null {
  // A scheduled draft becomes an entry.
  return document.querySelector(`:is([data-entry="${key}"], [data-entry="${key} scheduled"]) button`);
}
