import type { Database } from "./database.server.ts";

class Done extends Error {}

/** Runs work in a transaction, rolls it back, and returns the result. */
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
