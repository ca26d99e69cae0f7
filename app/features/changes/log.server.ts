import type { Database } from "../../platform/database/database.server.ts";
import { log } from "../../platform/log.server.ts";
import type { Actor } from "../audit-log/events.ts";
import { listSessionOrigins } from "../audit-log/queries.server.ts";
import { recordEvent } from "../audit-log/record.server.ts";
import type { Stored } from "../settings/queries.server.ts";
import { watchedChanges } from "../settings/watched.ts";
import { type Change, countItems } from "./apply.server.ts";
import type { Scheduler } from "./publish.server.ts";

type DoneBy = { actor?: Actor } | { scheduledBy: Scheduler };

/**
 * Records a publish or undo, and each changed security setting. Call it after the commit. Never rejects.
 * @param event null if no set was published or undone
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
  const count = await countItems(db, written).catch(() => written.length);
  if (event === "changes.published") await recordEvent(db, event, { count, ...when }, actor);
  else if (event) await recordEvent(db, event, when, actor);
  const changes = watchedChanges(...settingsIn(written));
  if (changes.length) await recordEvent(db, "settings.changed", { changes, ...when }, actor);
}

/** Returns undefined without a session. The event is then attributed to the server. */
async function actorOfLogin(db: Database, { session, person }: Scheduler): Promise<Actor | undefined> {
  if (!session) return undefined;
  try {
    const origins = await listSessionOrigins(db, [session]);
    return { browser: "", network: "", ...origins.get(session), session, person };
  } catch (error) {
    log.error({ err: error }, "The session that scheduled a set couldn't be looked up");
    return { browser: "", network: "", session, person };
  }
}

function settingsIn(written: readonly Change[]): [before: Stored, after: Stored] {
  const settings = written.filter(({ kind }) => kind === "settings");
  const valuesOf = (side: "base" | "value") =>
    Object.fromEntries(
      settings.flatMap(({ record_id, fields }) =>
        // Drafts from version 0.2 and earlier contain a single setting, named `value`.
        Object.entries(fields).map(([name, field]) => [
          name === "value" ? record_id : name,
          field[side].value || undefined,
        ]),
      ),
    );
  return [valuesOf("base"), valuesOf("value")];
}
