// The database of the site that a browser test visits.
import path from "node:path";
import { embeddedConnection } from "../../server/postgres/postgres.ts";
import { E2E_FOLDER } from "./e2e.ts";
import { keepQueries, type Query } from "./kept-queries.ts";
import { withoutTable } from "./without-table.ts";

let kept: ReturnType<typeof keepQueries> | undefined;

/** One statement, behind the site's back. */
export const query: Query = (text, values) => {
  // The files of tests are read before there is a database.
  kept ??= keepQueries(embeddedConnection(path.join(E2E_FOLDER, "data")));
  return kept.query(text, values);
};

/** Does something while a table cannot be found. */
export const without = (table: string, something: () => Promise<void>) =>
  withoutTable(query, table, something);

/** Lets an hour pass for the enquiries that are there: those of all tests within one hour would be told of in one mail. */
export const passAnHour = () => query("update enquiries set created_at = created_at - interval '1 hour'");
