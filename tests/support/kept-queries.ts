import pg from "pg";

/** More than any test asks at the same time, but for those that wait for locks. */
const AT_ONCE = 4;

/** One statement, and its rows. */
export type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

/**
 * Statements on connections that stay open: a new one costs PostgreSQL 3 ms, and 4 more for the first write.
 * @returns `query`, and `end`, which closes them
 */
export function keepQueries(connection: pg.ClientConfig): { query: Query; end(): Promise<void> } {
  const pool = new pg.Pool({ ...connection, max: AT_ONCE, allowExitOnIdle: true });
  // A test may end them; the next statement opens another one.
  pool.on("error", () => {});
  return {
    query: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await pool.query<Row & pg.QueryResultRow>(text, values)).rows,
    end: () => pool.end(),
  };
}
