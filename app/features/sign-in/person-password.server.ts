// Passwords of people with their own sign-in (decision 0008).
import { and, eq } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { findPersonByEmail } from "../staff/queries.server.ts";
import type { SignedIn } from "../staff/rights.ts";
import { people } from "../staff/table.server.ts";
import { hashPassword, isOutdated, isPasswordOf, type Lane, UNMATCHED_HASH } from "./password-hash.server.ts";

/**
 * Returns the person with this email address and password, or null. Takes just as long if the person is
 * unknown or disabled.
 */
export async function findPersonByPassword(
  db: Database,
  email: string,
  password: string,
  lane: Lane,
): Promise<(SignedIn & { person: string }) | null> {
  const found = await findPersonByEmail(db, email);
  const hash = found?.password_hash ?? UNMATCHED_HASH;
  const isRight = await isPasswordOf(password, hash, lane);
  if (!found || !isRight) return null;
  if (isOutdated(hash))
    await db
      .update(people)
      .set({ password_hash: await hashPassword(password) })
      .where(and(eq(people.id, found.id), eq(people.password_hash, hash)));
  const { id, name, email: own, role } = found;
  return { person: id, name, email: own, role };
}
