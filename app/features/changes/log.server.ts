// The security log tells of each change set that goes live or is taken back, by hand or at its time.

import type { Database } from "../../platform/database/database.server.ts";
import { log } from "../../platform/log.server.ts";
import type { Actor } from "../audit-log/events.ts";
import { listSessionOrigins } from "../audit-log/queries.server.ts";
import { recordEvent } from "../audit-log/record.server.ts";
import type { Stored } from "../settings/queries.server.ts";
import { watchedChanges } from "../settings/watched.ts";
import type { Change } from "./apply.server.ts";

/** Who had it done: a request of the panel, or the login that set the time at which it happens by itself. */
type DoneBy = { actor?: Actor } | { scheduledBy: string | null };

/**
 * Records what a change set or an undo has written, each setting that matters for security by its name.
 * @param event null for an undo of something else
 * @param db no transaction: it is recorded once it has happened
 * @returns never rejects
 */
export async function recordWritten(
  db: Database,
  event: "changes.published" | "changes.undone" | null,
  written: readonly Change[],
  by: DoneBy,
): Promise<void> {
  const isScheduled = "scheduledBy" in by;
  const actor = isScheduled ? await actorOfLogin(db, by.scheduledBy) : by.actor;
  const when = isScheduled ? { isScheduled } : {};
  if (event === "changes.published") await recordEvent(db, event, { count: written.length, ...when }, actor);
  else if (event) await recordEvent(db, event, when, actor);
  const changes = watchedChanges(...settingsIn(written));
  if (changes.length) await recordEvent(db, "settings.changed", { changes, ...when }, actor);
}

/** @returns undefined where no login is known: the server itself then */
async function actorOfLogin(db: Database, session: string | null): Promise<Actor | undefined> {
  if (!session) return undefined;
  try {
    const origins = await listSessionOrigins(db, [session]);
    return { browser: "", network: "", ...origins.get(session), session };
  } catch (error) {
    log.error({ err: error }, "The login that set a time could not be looked up");
    return { browser: "", network: "", session };
  }
}

/** The settings that were written, with their values of before and of now. */
function settingsIn(written: readonly Change[]): [before: Stored, after: Stored] {
  const valuesOf = (side: "base" | "value") =>
    Object.fromEntries(
      written
        .filter(({ kind }) => kind === "settings")
        .map(({ record_id, fields }) => [record_id, fields.value?.[side].value || undefined]),
    );
  return [valuesOf("base"), valuesOf("value")];
}
