import { history as words } from "../../copy/panel/history.ts";
import type { Happening, Publishing } from "../../features/history/revision.server.ts";

/** Returns words such as "Changed, with “Spring sale” as scheduled". */
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

/** Returns whether a change was scheduled. A scheduled change has the session of the person who scheduled it. */
export const isScheduled = (publishing: Publishing): boolean =>
  publishing?.why === "scheduled" || publishing?.why === "ended";
