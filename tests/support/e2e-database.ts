// The database of the site that a browser test visits.
import path from "node:path";
import { embeddedConnection } from "../../server/postgres/postgres.ts";
import { E2E_FOLDER } from "./e2e.ts";
import { openQueries, type Query } from "./open-queries.ts";
import { withoutTable } from "./without-table.ts";

let kept: ReturnType<typeof openQueries> | undefined;

/** Runs one statement directly on the database. */
export const query: Query = (text, values) => {
  // Playwright loads test files before the database exists.
  kept ??= openQueries(embeddedConnection(path.join(E2E_FOLDER, "data")));
  return kept.query(text, values);
};

/** Runs something while a table is missing. */
export const without = (table: string, something: () => Promise<void>) =>
  withoutTable(query, table, something);

/** Makes existing enquiries an hour older, so the next one gets its own notification email. */
export const passAnHour = () => query("update enquiries set created_at = created_at - interval '1 hour'");
