import { OWNER_NAME } from "../../copy/panel/people.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { listSessions } from "../../features/sign-in/session.server.ts";
import { hasPeople } from "../../features/staff/queries.server.ts";
import type { SignedIn } from "../../features/staff/rights.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { shortTime } from "../../platform/time/dates.ts";

/** @param of whose sessions; undefined for everyone's, with their names */
export async function readSessions(db: Database, request: Request, of?: SignedIn) {
  const [rows, { time_zone }, isNamed] = await Promise.all([
    listSessions(db, request, of),
    readSettings(db),
    !of && hasPeople(db),
  ]);
  return rows.map(({ id_hash, isThis, name, browser, network, created_at, last_seen_at }) => ({
    id_hash,
    isThis,
    ...(isNamed && { name: name ?? OWNER_NAME }),
    // Older sessions lack these values until their next request.
    browser: browser || "Another browser",
    network: network || "Unknown",
    since: shortTime(created_at, time_zone),
    seen: shortTime(last_seen_at, time_zone),
  }));
}
