import { VISITOR_ROLE } from "../../app/platform/database/visitor-role.server.ts";
import { query } from "./e2e-database.ts";

/** What no visitor reads, although it's in the same row. */
const BOOKKEEPING = ["updated_at", "version", "created_at"];

/** Returns everything that the database lets visitors read, a row as JSON. Old URLs aren't content. */
export async function publicRows(): Promise<Set<string>> {
  const policies = await query<{ tablename: string; qual: string | null }>(
    `select tablename, qual from pg_policies
     where cmd = 'SELECT' and $1 = any(roles) and tablename <> 'slug_history'`,
    [VISITOR_ROLE],
  );
  const parts = policies.map(
    ({ tablename, qual }) =>
      `select '${tablename} ' || (to_jsonb(${tablename}) - '{${BOOKKEEPING}}'::text[])::text as row
       from ${tablename} where ${qual ?? "true"}`,
  );
  return new Set((await query<{ row: string }>(parts.join(" union all "))).map(({ row }) => row));
}
