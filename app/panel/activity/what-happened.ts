import { history as words } from "../../copy/panel/history.ts";
import type { Happening, Publishing } from "../../features/history/revision.server.ts";

/** Describes a change and the set it came with: "Changed, with “Spring sale” as scheduled". */
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

/** Returns whether the change was scheduled; its session is then the one that set the time. */
export const isScheduled = (publishing: Publishing): boolean =>
  publishing?.why === "scheduled" || publishing?.why === "ended";
