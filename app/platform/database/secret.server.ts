import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "./database.server.ts";
import { secrets } from "./secret.table.server.ts";

const BYTES = 32;

/** Secrets by database, because a process may use several databases. */
const known = new WeakMap<object, Map<string, Promise<Buffer>>>();

/**
 * Returns a key of 32 random bytes, which never changes.
 * @param db the owner's, because visitors can't access secrets
 * @throws on a database error; the next call tries again
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
