import { counted } from "../counted.ts";

export type CalendarState = "scheduled" | "reverts" | "published" | "draft";

export const calendarWords = {
  title: "Calendar",
  about: (zone: string) => `What was published and what's scheduled (${zone} time).`,
  views: { label: "View", month: "Month", week: "Week" },
  today: "Today",
  previous: { month: "Previous month", week: "Previous week", day: "Previous day" },
  next: { month: "Next month", week: "Next week", day: "Next day" },
  week: (first: string, last: string) => `${first} to ${last}`,
  weekdays: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
  states: {
    scheduled: "Scheduled",
    reverts: "Reverts",
    published: "Published",
    draft: "Draft",
  } satisfies Record<CalendarState, string>,
  more: (count: number) => `+${count.toLocaleString("en-US")} more`,
  moreOn: (day: string) => ` on ${day}`,
  none: "Nothing was published or is scheduled in this period.",
  drafts: {
    title: "Not scheduled",
    about: "Drag a draft to a day, or click Schedule.",
    schedule: "Schedule…",
    unpublished: "Open it to publish or schedule it.",
    more: (count: number) => `${counted(count, "more draft")} under Changes`,
  },
  move: {
    of: (name: string) => `Move ${name}`,
    title: "Move",
    earlier: "A day earlier",
    later: "A day later",
    week: "A week later",
    choose: "Choose a date…",
    together: (others: number) => `Moves ${counted(others, "other draft")}, scheduled together`,
    past: "This day is in the past. Choose a later one.",
  },
  fetchFailed: "Failed to fetch the calendar",
  unreadable: "We couldn't load the calendar. Reload the page in a minute.",
};
