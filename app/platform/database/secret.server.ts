// Keys that are the database's, so that all processes and machines of a site have the same.
import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "./database.server.ts";
import { secrets } from "./secret.table.server.ts";

const BYTES = 32;

/** By database: this process may know several. */
const known = new WeakMap<object, Map<string, Promise<Buffer>>>();

/**
 * A key of 32 random bytes, always the same for a database; read once in a process's life.
 * @param db the owner's: visitors have no right to them
 * @throws on a database fault; asked again, it looks again
 */
export function secretOf(db: Database, name: string): Promise<Buffer> {
  const ours = known.get(db) ?? new Map<string, Promise<Buffer>>();
  known.set(db, ours);
  const secret = ours.get(name) ?? readOrMake(db, name);
  ours.set(name, secret);
  secret.catch(() => ours.delete(name));
  return secret;
}

async function readOrMake(db: Database, name: string): Promise<Buffer> {
  await db
    .insert(secrets)
    .values({ name, value: randomBytes(BYTES).toString("base64url") })
    .onConflictDoNothing();
  const [row] = await db.select().from(secrets).where(eq(secrets.name, name));
  return Buffer.from(row!.value, "base64url");
}
