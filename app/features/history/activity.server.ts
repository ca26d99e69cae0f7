// The activity feed: changes to records of every kind.
import { and, desc, eq, gte, lt, notInArray, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import type { KindName } from "../records/record-kind.server.ts";
import { isBefore } from "./queries.server.ts";
import { changedLabels, grouped, headOf, kindOf, type Revision, SAMPLE } from "./revision.server.ts";
import { revisions } from "./table.server.ts";

const PER_PAGE = 30;

/** Limits the feed to one kind, or to all but some, or to one day in the site's time zone. */
type ActivityFilter = { kind?: KindName; hides?: KindName[]; from?: Date; until?: Date; before?: string };

/** Returns the latest changes, newest first, with the names of the changed fields but not their values. */
export async function listActivity(db: Database, filter: ActivityFilter) {
  const { kind, hides = [], from, until, before } = filter;
  const rows = await db
    .select()
    .from(revisions)
    .where(
      and(
        kind && eq(revisions.kind, kind),
        notInArray(revisions.kind, hides),
        // Sample content and the initial state aren't changes by the owner.
        sql`${revisions.op} <> 'known' and ${revisions.reason} <> ${SAMPLE}`,
        from && gte(revisions.at, from),
        until && lt(revisions.at, until),
        before ? isBefore(before) : undefined,
      ),
    )
    .orderBy(desc(revisions.at), desc(revisions.id))
    .limit(PER_PAGE + 1);
  const shown = rows.slice(0, PER_PAGE);
  return { entries: grouped(shown).flatMap(entryOf), next: rows.length > PER_PAGE ? shown.at(-1)!.id : null };
}

function entryOf(group: readonly Revision[]) {
  const kind = kindOf(group[0]!.kind);
  if (!kind) return [];
  const labels = group.flatMap((revision) => changedLabels(kind, revision));
  return [{ ...headOf(kind, group[0]!), labels: [...new Set(labels)] }];
}
