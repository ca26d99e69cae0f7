// Writes on behalf of a session, for the history (decision 0049).
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type { Database } from "./database.server.ts";

/** Sets what the history trigger records in this transaction. */
const name = ({ session, person, operation }: Writer) =>
  sql`select set_config('app.session', ${session}, true), set_config('app.person', ${person ?? ""}, true),
    set_config('app.operation', ${operation}, true)`;

type Writer = {
  session: string;
  person: string | null;
  operation: string;
  role: string | null;
};

/**
 * Returns the same database with writes recorded under a session. Every write runs in a transaction.
 * @param session non-secret ID of letters and digits
 * @param operation UUID of the request, whose writes Undo reverts together
 * @param person null if the owner signed in with the site's password
 * @param role database role for all statements; null for the pool's own
 */
export function inNameOf(
  db: Database,
  session: string,
  operation: string = randomUUID(),
  person: string | null = null,
  role: string | null = null,
): Database {
  const { $client: pool } = db as Database & { $client: pg.Pool };
  const writer = { session, person, operation, role };
  const named = drizzle(new SessionPool(pool, writer) as unknown as pg.Pool) as Database & {
    $client: pg.Pool;
  };
  // Direct users of the pool, such as rate limits, write nothing that the history records.
  named.$client = pool;
  named.transaction = (work, config) =>
    db.transaction(async (tx) => {
      await tx.execute(name(writer));
      if (role) await tx.execute(sql.raw(`set local role ${role}`));
      return work(tx);
    }, config);
  return named;
}

/** Other statements may write something that the history records. */
const READS = /^\s*select\b/i;

const UUID = /^[\da-f-]{36}$/;

class SessionPool {
  readonly #pool: pg.Pool;
  readonly #begin: string;
  readonly #role: string | null;

  constructor(pool: pg.Pool, { session, person, operation, role }: Writer) {
    if (!/^[A-Za-z0-9]*$/.test(session)) throw new Error("Not a session mark");
    if (!UUID.test(operation)) throw new Error("Not the UUID of an operation");
    if (person !== null && !UUID.test(person)) throw new Error("Not the id of a person");
    this.#pool = pool;
    this.#begin = `begin; select set_config('app.session', '${session}', true), set_config('app.person', '${person ?? ""}', true), set_config('app.operation', '${operation}', true)${role ? `; set local role ${role}` : ""}`;
    this.#role = role;
  }

  async query(query: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
    if (!this.#role && READS.test(query.text)) return this.#pool.query(query, values);
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
