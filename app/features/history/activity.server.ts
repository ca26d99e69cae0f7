import { and, desc, eq, gte, lt, notInArray, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import type { KindName } from "../records/record-kind.server.ts";
import { isBefore } from "./queries.server.ts";
import { changedLabels, grouped, headOf, kindOf, type Revision, SAMPLE } from "./revision.server.ts";
import { revisions } from "./table.server.ts";

const PER_PAGE = 30;

/** `hides` lists the kinds to leave out. */
type ActivityFilter = { kind?: KindName; hides?: KindName[]; from?: Date; until?: Date; before?: string };

/** Returns the latest changes, newest first. Field values aren't included. */
export async function listActivity(db: Database, filter: ActivityFilter) {
  const { kind, hides = [], from, until, before } = filter;
  const rows = await db
    .select()
    .from(revisions)
    .where(
      and(
        kind && eq(revisions.kind, kind),
        notInArray(revisions.kind, hides),
        // Leaves out sample content and the initial state, which aren't the owner's changes.
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
