// Everything that was changed, of every kind.
import { and, desc, eq, gte, lt, sql } from "drizzle-orm";
import type { Database } from "../../platform/database.server.ts";
import type { KindName } from "../records/record-kind.server.ts";
import { isBefore } from "./queries.server.ts";
import { readPublishReason } from "./reason.ts";
import {
  fieldsOf,
  type Happening,
  happeningOf,
  idOf,
  kindOf,
  nameOf,
  type Publishing,
  type Revision,
  SAMPLE,
} from "./revision.server.ts";
import { revisions } from "./table.server.ts";

const PER_PAGE = 30;

/** Of what was changed when: all of it, or what one kind or one day of the site's time zone saw. */
type ActivityFilter = { kind?: KindName; from?: Date; until?: Date; before?: string };

/**
 * One change.
 * @property recordId what its kind knows the record by
 * @property labels of the fields that changed
 */
type Entry = {
  id: string;
  at: Date;
  /** the mark of the login that did it; null where none is known */
  session: string | null;
  happening: Happening;
  publishing: Publishing;
  kind: KindName;
  recordId: string;
  name: string;
  labels: string[];
};

/** What was changed lately, newest first, with the fields that changed but not how. */
export async function listActivity(db: Database, filter: ActivityFilter) {
  const { kind, from, until, before } = filter;
  const rows = await db
    .select()
    .from(revisions)
    .where(
      and(
        kind && eq(revisions.kind, kind),
        // What the site began with is no change of the owner's.
        sql`${revisions.op} <> 'known' and ${revisions.reason} <> ${SAMPLE}`,
        from && gte(revisions.at, from),
        until && lt(revisions.at, until),
        before ? isBefore(before) : undefined,
      ),
    )
    .orderBy(desc(revisions.at), desc(revisions.id))
    .limit(PER_PAGE + 1);
  const shown = rows.slice(0, PER_PAGE);
  return { entries: shown.flatMap(entryOf), next: rows.length > PER_PAGE ? shown.at(-1)!.id : null };
}

function entryOf(revision: Revision): Entry[] {
  const { id, at, session, row, changed } = revision;
  const publishing = readPublishReason(revision.reason);
  const entry = { id, at, session, happening: happeningOf(revision), publishing };
  const kind = kindOf(revision.kind);
  if (!kind) return [];
  const labels = fieldsOf(kind, row).flatMap(({ name, label }) => (changed?.includes(name) ? label : []));
  return [{ ...entry, kind: kind.name, recordId: idOf(kind, row), name: nameOf(kind, row), labels }];
}
