// Stores unfinished sign-ins and passkey challenges.
import { and, eq, getTableColumns, gt, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { ownCookie } from "../../platform/http/cookies.server.ts";
import { OWNER, type SignedIn } from "../staff/rights.ts";
import { isOf, type Person, people } from "../staff/table.server.ts";
import { makeId, readIdHash } from "./cookie-id.server.ts";
import { login_steps } from "./factors.table.server.ts";

const MINUTES = 10;

const cookieOf = ownCookie("panel_step", { httpOnly: true, sameSite: "strict", maxAge: MINUTES * 60 });

/**
 * Starts the second step of a sign-in, with a cookie for that step only.
 * @returns the value of `Set-Cookie`
 */
export async function startStep(
  db: Database,
  request: Request,
  person_id: Person,
  { isSecure }: { isSecure: boolean },
): Promise<string> {
  const { id, id_hash } = makeId();
  const before = await readIdHash(request, cookieOf(request));
  if (before !== null) await db.delete(login_steps).where(eq(login_steps.id_hash, before));
  const expires_at = sql`now() + make_interval(mins => ${MINUTES})`;
  await db.insert(login_steps).values({ id_hash, person_id, expires_at });
  return cookieOf(request).serialize(id, { secure: isSecure });
}

/**
 * Returns who started a sign-in in this browser, if that was less than 10 minutes ago and their account
 * isn't disabled.
 */
export async function findStep(
  db: Database,
  request: Request,
): Promise<{ id_hash: string; who: SignedIn } | null> {
  const id_hash = await readIdHash(request, cookieOf(request));
  if (id_hash === null) return null;
  const [row] = await db
    .select({ person: getTableColumns(people) })
    .from(login_steps)
    .leftJoin(people, eq(people.id, login_steps.person_id))
    .where(
      and(
        eq(login_steps.id_hash, id_hash),
        gt(login_steps.expires_at, sql`now()`),
        isNull(people.disabled_at),
      ),
    );
  if (!row) return null;
  const { person } = row;
  const who = person && { person: person.id, name: person.name, email: person.email, role: person.role };
  return { id_hash, who: who ?? OWNER };
}

/**
 * Ends a step. Only the first call succeeds.
 * @param id_hash from `findStep`
 * @returns the `Set-Cookie` value that deletes the cookie; null if the step had already ended
 */
export async function endStep(
  db: Database,
  request: Request,
  id_hash: string,
  { isSecure }: { isSecure: boolean },
): Promise<string | null> {
  const { rowCount } = await db.delete(login_steps).where(eq(login_steps.id_hash, id_hash));
  return rowCount ? cookieOf(request).serialize("", { secure: isSecure, maxAge: 0 }) : null;
}

/**
 * Stores a passkey challenge, replacing the key's earlier one.
 * @param key from `newSignInKey` or `registrationKey`
 */
export async function saveChallenge(db: Database, key: string, challenge: string, person_id: Person) {
  const row = { person_id, challenge, expires_at: sql`now() + make_interval(mins => ${MINUTES})` };
  await db
    .insert(login_steps)
    .values({ id_hash: key, ...row })
    .onConflictDoUpdate({ target: login_steps.id_hash, set: row });
}

/** Returns a challenge and uses it up; null if it was used before or is over 10 minutes old. */
export async function spendChallenge(db: Database, key: string): Promise<string | null> {
  const [row] = await db
    .delete(login_steps)
    .where(and(eq(login_steps.id_hash, key), gt(login_steps.expires_at, sql`now()`)))
    .returning({ challenge: login_steps.challenge });
  return row?.challenge ?? null;
}

/**
 * Returns the challenge key for creating a passkey.
 * @param session from `sessionIdOf`
 */
export const registrationKey = (session: string) => `register ${session}`;

const signInKey = (hash: string) => `passkey ${hash}`;
const challengeCookie = ownCookie("panel_passkey", {
  httpOnly: true,
  sameSite: "strict",
  maxAge: MINUTES * 60,
});

/** Returns a new challenge key and its `Set-Cookie` value. */
export async function newSignInKey(request: Request, { isSecure }: { isSecure: boolean }) {
  const { id, id_hash } = makeId();
  const setCookie = await challengeCookie(request).serialize(id, { secure: isSecure });
  return { key: signInKey(id_hash), setCookie };
}

export async function findSignInKey(request: Request): Promise<string | null> {
  const id_hash = await readIdHash(request, challengeCookie(request));
  return id_hash && signInKey(id_hash);
}

/** Ends a person's unfinished sign-ins after their password or a factor has changed. */
export async function endSteps(db: Database, person: Person): Promise<void> {
  await db.delete(login_steps).where(isOf(login_steps.person_id, person));
}

/** Deletes expired steps. The worker runs this hourly. */
export async function purgeSteps(db: Database): Promise<void> {
  await db.delete(login_steps).where(lt(login_steps.expires_at, sql`now()`));
}
