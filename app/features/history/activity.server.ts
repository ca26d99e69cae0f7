// Everything that was changed, of every kind.
import { and, desc, eq, gte, lt, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import type { KindName } from "../records/record-kind.server.ts";
import { isBefore } from "./queries.server.ts";
import { fieldsOf, headOf, kindOf, type Revision, SAMPLE } from "./revision.server.ts";
import { revisions } from "./table.server.ts";

const PER_PAGE = 30;

/** Of what was changed when: all of it, or what one kind or one day of the site's time zone saw. */
type ActivityFilter = { kind?: KindName; from?: Date; until?: Date; before?: string };

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

function entryOf(revision: Revision) {
  const kind = kindOf(revision.kind);
  if (!kind) return [];
  const changed = fieldsOf(kind, revision.row).filter(({ name }) => revision.changed?.includes(name));
  return [{ ...headOf(kind, revision), labels: changed.map(({ label }) => label) }];
}
