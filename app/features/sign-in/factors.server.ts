import { and, isNotNull, isNull } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { isOf, type Person } from "../staff/table.server.ts";
import { passkeys, recovery_codes, totp_secrets } from "./factors.table.server.ts";
import { endTrust } from "./known-browser.server.ts";
import { endSessionsOf } from "./session.server.ts";
import { endSteps } from "./steps.server.ts";

/** Returns which second factors a person has. Recovery codes alone don't count. */
export async function findFactors(db: Database, person: Person) {
  const [app, keys] = await Promise.all([
    db.$count(totp_secrets, and(isOf(totp_secrets.person_id, person), isNotNull(totp_secrets.confirmed_at))),
    db.$count(passkeys, isOf(passkeys.person_id, person)),
  ]);
  return { hasApp: app > 0, hasPasskey: keys > 0 };
}

export async function hasFactor(db: Database, person: Person): Promise<boolean> {
  const { hasApp, hasPasskey } = await findFactors(db, person);
  return hasApp || hasPasskey;
}

/** Returns everyone with a second factor. */
export async function listPeopleWithFactor(db: Database): Promise<Set<Person>> {
  const rows = await db
    .select({ person: totp_secrets.person_id })
    .from(totp_secrets)
    .where(isNotNull(totp_secrets.confirmed_at))
    .union(db.select({ person: passkeys.person_id }).from(passkeys));
  return new Set(rows.map(({ person }) => person));
}

/** Ends unfinished sign-ins and stops trusting browsers that may skip the second factor. */
export async function endShortcuts(db: Database, person: Person): Promise<void> {
  await endTrust(db, person);
  await endSteps(db, person);
}

/**
 * Ends unfinished sign-ins, trust in browsers and other sessions when factors change. Also deletes recovery
 * codes if no factor is left.
 * @param keep the session to keep, from `sessionIdOf`
 */
export async function endBeforeChange(db: Database, person: Person, keep: string | null): Promise<void> {
  await endShortcuts(db, person);
  await endSessionsOf(db, person, keep);
  if (!(await hasFactor(db, person)))
    await db.delete(recovery_codes).where(isOf(recovery_codes.person_id, person));
}

/** Removes the authenticator app. Returns whether it was set up. */
export async function removeApp(db: Database, person: Person): Promise<boolean> {
  const removed = await db
    .delete(totp_secrets)
    .where(isOf(totp_secrets.person_id, person))
    .returning({ confirmed_at: totp_secrets.confirmed_at });
  return removed.some(({ confirmed_at }) => confirmed_at !== null);
}

/**
 * Removes all factors and signs the person out everywhere. Only the server's operator or, for other
 * people, the owner can do this; there's no reset by email.
 * @returns whether the person had a factor
 */
export function resetFactor(db: Database, person: Person): Promise<boolean> {
  return db.transaction(async (tx) => {
    const hadApp = await removeApp(tx, person);
    const { rowCount } = await tx.delete(passkeys).where(isOf(passkeys.person_id, person));
    await endBeforeChange(tx, person, null);
    return hadApp || (rowCount ?? 0) > 0;
  });
}

/** Deletes an unconfirmed app secret. */
export async function cancelSetup(db: Database, person: Person): Promise<void> {
  await db
    .delete(totp_secrets)
    .where(and(isOf(totp_secrets.person_id, person), isNull(totp_secrets.confirmed_at)));
}
