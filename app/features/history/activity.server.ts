// Everything that was changed, of every kind.
import { and, desc, eq, gte, lt, sql } from "drizzle-orm";
import { history } from "../../copy/panel/history.ts";
import type { Database } from "../../platform/database.server.ts";
import { KINDS } from "../records/kinds.server.ts";
import type { KindName } from "../records/record-kind.server.ts";
import { REDIRECT_LABELS } from "../redirects/labels.ts";
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

/** What the Activity tab lists: redirects too, which have no history of their own. */
export const ACTIVITY_KINDS = [...KINDS.map(({ name }) => name), "redirects"] as const;
type ActivityKind = KindName | "redirects";

/** Of what was changed when: all of it, or what one kind or one day of the site's time zone saw. */
type ActivityFilter = { kind?: ActivityKind; from?: Date; until?: Date; before?: string };

/**
 * One change.
 * @property recordId what its kind knows the record by; null for a redirect that is gone
 * @property labels of the fields that changed
 */
type Entry = {
  id: string;
  at: Date;
  /** the mark of the login that did it; null where none is known */
  session: string | null;
  happening: Happening;
  publishing: Publishing;
  kind: ActivityKind;
  recordId: string | null;
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
  const labelsOf = (fields: readonly { name: string; label: string }[]) =>
    fields.filter(({ name }) => changed?.includes(name)).map(({ label }) => label);
  if (revision.kind === "redirects") {
    const { from_path, to_path } = row as { from_path: string; to_path: string | null };
    const fields = Object.entries<string>(REDIRECT_LABELS).map(([name, label]) => ({ name, label }));
    const name = `${from_path} → ${to_path ?? history.activity.gone}`;
    // One that is removed has no form any more.
    const recordId = revision.op === "delete" ? null : String(row.id);
    return [{ ...entry, kind: "redirects", recordId, name, labels: labelsOf(fields) }];
  }
  const kind = kindOf(revision.kind);
  if (!kind) return [];
  const labels = labelsOf(fieldsOf(kind, row));
  return [{ ...entry, kind: kind.name, recordId: idOf(kind, row), name: nameOf(kind, row), labels }];
}
