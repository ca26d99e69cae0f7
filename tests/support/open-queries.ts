import pg from "pg";

/** The maximum number of connections, which is enough unless statements wait for locks. */
const AT_ONCE = 4;

/** Runs one statement and returns its rows. */
export type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

/**
 * Runs statements on connections that stay open, because opening one takes several milliseconds.
 * @returns `query`, and `end`, which closes the connections
 */
export function openQueries(connection: pg.ClientConfig): { query: Query; end(): Promise<void> } {
  const pool = new pg.Pool({ ...connection, max: AT_ONCE, allowExitOnIdle: true });
  // A test may close connections. The next statement opens another one.
  pool.on("error", () => {});
  return {
    query: async <Row extends object>(text: string, values: unknown[] = []) =>
      (await pool.query<Row & pg.QueryResultRow>(text, values)).rows,
    end: () => pool.end(),
  };
}
