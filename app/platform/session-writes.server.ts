// Writes in the name of a login, which history notes with each state (decision 0056).
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type { Database } from "./database.server.ts";

/** What the trigger of history reads, for one transaction. */
const SETTING = "app.session";

/**
 * The same database, whose writes are noted under a session. A write outside of a transaction gets one of its own.
 * @param session a mark of it, which is no secret: letters and digits
 */
export function inNameOf(db: Database, session: string): Database {
  const { $client: pool } = db as Database & { $client: pg.Pool };
  const named = drizzle(new SessionPool(pool, session) as unknown as pg.Pool) as Database & {
    $client: pg.Pool;
  };
  // What asks the pool itself, as the limits do, writes nothing that history keeps.
  named.$client = pool;
  named.transaction = (work, config) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select set_config(${SETTING}, ${session}, true)`);
      return work(tx);
    }, config);
  return named;
}

/** Of all that asks, only what begins like this surely writes nothing that history keeps. */
const READS = /^\s*select\b/i;

/** As much of a pool as Drizzle needs. */
class SessionPool {
  readonly #pool: pg.Pool;
  readonly #begin: string;

  constructor(pool: pg.Pool, session: string) {
    if (!/^[A-Za-z0-9]*$/.test(session)) throw new Error("This is no mark of a session");
    this.#pool = pool;
    this.#begin = `begin; select set_config('${SETTING}', '${session}', true)`;
  }

  async query(query: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    if (READS.test(query.text)) return this.#pool.query(query, values);
    const client = await this.#pool.connect();
    try {
      await client.query(this.#begin);
      const result = await client.query(query, values);
      await client.query("commit");
      return result;
    } catch (error) {
      await client.query("rollback").catch(() => {});
      throw error;
    } finally {
      client.release();
    }
  }
}
