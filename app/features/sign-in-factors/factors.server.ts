// What a person has set up as a second factor.
import { and, isNotNull, isNull } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { endTrust } from "../admin-session/known-browser.server.ts";
import { admin_sessions } from "../admin-session/table.server.ts";
import { endSteps } from "./steps.server.ts";
import { isOf, type Person, recovery_codes, totp_secrets } from "./table.server.ts";

/** Returns whether a person has a second factor. Recovery codes alone are none. */
export const hasFactor = async (db: Database, person: Person): Promise<boolean> =>
  (await db.$count(
    totp_secrets,
    and(isOf(totp_secrets.person_id, person), isNotNull(totp_secrets.confirmed_at)),
  )) > 0;

/** Returns the people who have a second factor. */
export async function listPeopleWithFactor(db: Database): Promise<Set<Person>> {
  const rows = await db
    .select({ person: totp_secrets.person_id })
    .from(totp_secrets)
    .where(isNotNull(totp_secrets.confirmed_at));
  return new Set(rows.map(({ person }) => person));
}

/** Ends what's left of earlier sign-ins: browsers that skip the factor, and half-finished sign-ins. */
export async function endShortcuts(db: Database, person: Person): Promise<void> {
  await endTrust(db, person);
  await endSteps(db, person);
}

/** Removes the authenticator app and the recovery codes. Returns whether there was an app in use. */
export function removeFactor(db: Database, person: Person): Promise<boolean> {
  return db.transaction(async (tx) => {
    const removed = await tx
      .delete(totp_secrets)
      .where(isOf(totp_secrets.person_id, person))
      .returning({ confirmed_at: totp_secrets.confirmed_at });
    await tx.delete(recovery_codes).where(isOf(recovery_codes.person_id, person));
    await endShortcuts(tx, person);
    return removed.some(({ confirmed_at }) => confirmed_at !== null);
  });
}

/**
 * Does the same and signs the person out everywhere. Only the server's operator and, for someone else, the owner can do
 * this; there's no email that does.
 * @returns whether the person had a factor
 */
export function resetFactor(db: Database, person: Person): Promise<boolean> {
  return db.transaction(async (tx) => {
    const had = await removeFactor(tx, person);
    await tx.delete(admin_sessions).where(isOf(admin_sessions.person_id, person));
    return had;
  });
}

/** Deletes the secret of a setup that isn't confirmed. */
export async function cancelSetup(db: Database, person: Person): Promise<void> {
  await db
    .delete(totp_secrets)
    .where(and(isOf(totp_secrets.person_id, person), isNull(totp_secrets.confirmed_at)));
}
