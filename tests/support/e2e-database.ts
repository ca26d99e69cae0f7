// The database of the site that a browser test visits.
import path from "node:path";
import { embeddedConnection } from "../../server/postgres/postgres.ts";
import { E2E_FOLDER } from "./e2e.ts";
import { queryOnce } from "./query-once.ts";
import { withoutTable } from "./without-table.ts";

export const connection = () => embeddedConnection(path.join(E2E_FOLDER, "data"));

/** One statement, behind the site's back. */
export const query = <Row extends object>(text: string, values?: unknown[]) =>
  queryOnce<Row>(connection(), text, values);

/** Does something while a table cannot be found. */
export const without = (table: string, something: () => Promise<void>) =>
  withoutTable(connection(), table, something);

/** Lets an hour pass for the enquiries that are there: those of all tests within one hour would be told of in one mail. */
export const passAnHour = () => query("update enquiries set created_at = created_at - interval '1 hour'");
