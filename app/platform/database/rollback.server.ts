// Runs writes to see their result, then rolls them back.
import type { Database } from "./database.server.ts";

/** Thrown to roll back a transaction on purpose. */
class Done extends Error {}

/** Runs work in a transaction that is rolled back, and returns its result. */
export async function withRollback<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  let found: { value: T } | undefined;
  try {
    await db.transaction(async (tx) => {
      found = { value: await work(tx) };
      throw new Done();
    });
  } catch (error) {
    if (!(error instanceof Done)) throw error;
  }
  return found!.value;
}
