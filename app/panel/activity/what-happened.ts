import { history as words } from "../../copy/panel/history.ts";
import type { Happening, Publishing } from "../../features/history/revision.server.ts";

/** What happened to a record, and with which change set: "Changed, with “Spring sale” at its time". */
export function whatHappened({
  happening,
  publishing,
}: {
  happening: Happening;
  publishing: Publishing;
}): string {
  const said = words.happenings[happening];
  return publishing ? `${said}, ${words.publishings[publishing.why](publishing.title)}` : said;
}

/** Whether it came at a time: its login is the one that chose this. */
export const isScheduled = (publishing: Publishing): boolean =>
  publishing?.why === "scheduled" || publishing?.why === "ended";
