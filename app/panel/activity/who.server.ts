import { history as words } from "../../copy/panel/history.ts";
import { listSessionOrigins } from "../../features/audit-log/queries.server.ts";
import { sessionMark } from "../../features/sign-in/actor.server.ts";
import { sessionIdOf } from "../../features/sign-in/session.server.ts";
import { readNames } from "../../features/staff/queries.server.ts";
import type { Database } from "../../platform/database/database.server.ts";

/** Null if unknown. `name` is absent if the site has only the single-password owner. */
export type Who = { name?: string; browser: string; network: string; isThis: boolean } | null;

/** Replaces each entry's session and person with `who`: the person's name, the browser and the network. */
export async function withActors<Entry extends { session: string | null; person: string | null }>(
  db: Database,
  request: Request,
  entries: readonly Entry[],
): Promise<(Omit<Entry, "session" | "person"> & { who: Who })[]> {
  const marks = new Set(entries.flatMap(({ session }) => session ?? []));
  const [origins, own, names] = await Promise.all([
    listSessionOrigins(db, [...marks]),
    sessionIdOf(request),
    readNames(db),
  ]);
  return entries.map(({ session, person, ...entry }) => {
    if (session === null) return { ...entry, who: null };
    const name = names.get(person);
    const { browser, network } = origins.get(session) ?? { browser: words.forgottenLogin, network: "" };
    return {
      ...entry,
      who: { name, browser, network, isThis: own !== null && session === sessionMark(own) },
    };
  });
}
