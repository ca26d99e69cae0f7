import { eq, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import { enquiries } from "../enquiry-table/table.server.ts";
import { audits } from "./table.server.ts";

/**
 * Queues an audit without limits, emails or a report link.
 * @param url including its scheme
 * @throws Refused if the enquiry was deleted
 */
export async function checkSite(db: Database, enquiryId: string, url: string): Promise<void> {
  const { href, hostname } = new URL(url);
  const known = await db.$count(enquiries, eq(enquiries.id, enquiryId));
  if (!known) throw new Refused({ "": "This enquiry has been deleted." });
  await db.insert(audits).values({ enquiry_id: enquiryId, url: href, host: hostname, by_owner: true });
}

/**
 * Queues an audit again. The visitor's report will show the new result.
 * @throws Refused if the audit was deleted
 */
export async function runAgain(db: Database, id: string): Promise<void> {
  const { rowCount } = await db
    .update(audits)
    .set({
      ...{ state: "waiting", reason: "", by_owner: true, attempts: 0 },
      ...{ requested_at: sql`now()`, started_at: null, finished_at: null },
    })
    .where(eq(audits.id, id));
  if (!rowCount) throw new Refused({ "": "This audit has been deleted." });
}

/** Counts audits from the last seven days by outcome. */
export async function countAudits(db: Database) {
  const [counts] = await db
    .select({
      made: sql<number>`count(*) filter (where ${audits.state} = 'done')::int`,
      refused: sql<number>`count(*) filter (where ${audits.state} in ('skipped', 'failed'))::int`,
      open: sql<number>`count(*) filter (where ${audits.state} in ('waiting', 'running'))::int`,
    })
    .from(audits)
    .where(sql`${audits.requested_at} > now() - interval '7 days'`);
  return counts!;
}
