// Who made a change: the browser and network of its session, from the security log.
import { history as words } from "../../copy/panel/history.ts";
import { sessionMark } from "../../features/admin-session/actor.server.ts";
import { sessionIdOf } from "../../features/admin-session/session.server.ts";
import { listSessionOrigins } from "../../features/audit-log/queries.server.ts";
import type { Database } from "../../platform/database/database.server.ts";

/** The session in words; null if unknown. */
export type Who = { browser: string; network: string; isThis: boolean } | null;

/**
 * Replaces each entry's session with what is known about it.
 * @param request identifies the current session
 */
export async function withActors<Entry extends { session: string | null }>(
  db: Database,
  request: Request,
  entries: readonly Entry[],
): Promise<(Omit<Entry, "session"> & { who: Who })[]> {
  const marks = new Set(entries.flatMap(({ session }) => session ?? []));
  const [origins, own] = await Promise.all([listSessionOrigins(db, [...marks]), sessionIdOf(request)]);
  return entries.map(({ session, ...entry }) => {
    if (session === null) return { ...entry, who: null };
    const { browser, network } = origins.get(session) ?? { browser: words.forgottenLogin, network: "" };
    return { ...entry, who: { browser, network, isThis: own !== null && session === sessionMark(own) } };
  });
}
