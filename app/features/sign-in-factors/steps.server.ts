// Sign-ins between the password and the second factor, and challenges for passkeys.
import { and, eq, getTableColumns, gt, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { ownCookie } from "../../platform/http/cookies.server.ts";
import { makeId, readIdHash } from "../admin-session/cookie-id.server.ts";
import { OWNER, type SignedIn } from "../people/rights.ts";
import { isOf, type Person, people } from "../people/table.server.ts";
import { login_steps } from "./table.server.ts";

const MINUTES = 10;

const cookieOf = ownCookie("panel_step", { httpOnly: true, sameSite: "strict", maxAge: MINUTES * 60 });

/**
 * Starts the second step of a sign-in. Its cookie can't be used for anything else.
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
 * Returns the person of the request's unfinished sign-in, if it began within the last 10 minutes and they aren't
 * disabled.
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
 * Ends the request's step, once.
 * @param id_hash from `findStep`
 * @returns the value of `Set-Cookie` that deletes its cookie; null if something else has ended it
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
 * Stores a passkey's challenge, in place of an earlier one under the same key.
 * @param key from `signInKey`, or `registrationKey` of the session that asked
 */
export async function saveChallenge(db: Database, key: string, challenge: string, person_id: Person) {
  const row = { person_id, challenge, expires_at: sql`now() + make_interval(mins => ${MINUTES})` };
  await db
    .insert(login_steps)
    .values({ id_hash: key, ...row })
    .onConflictDoUpdate({ target: login_steps.id_hash, set: row });
}

/** Returns a challenge and uses it up; null if there's none within 10 minutes. */
export async function spendChallenge(db: Database, key: string): Promise<string | null> {
  const [row] = await db
    .delete(login_steps)
    .where(and(eq(login_steps.id_hash, key), gt(login_steps.expires_at, sql`now()`)))
    .returning({ challenge: login_steps.challenge });
  return row?.challenge ?? null;
}

/** Returns the key of the challenge for a new passkey. @param session from `sessionIdOf` */
export const registrationKey = (session: string) => `register ${session}`;

const signInKey = (hash: string) => `passkey ${hash}`;
const challengeCookie = ownCookie("panel_passkey", {
  httpOnly: true,
  sameSite: "strict",
  maxAge: MINUTES * 60,
});

/** Creates the key for a sign-in's challenge. Returns it with the value of `Set-Cookie`. */
export async function newSignInKey(request: Request, { isSecure }: { isSecure: boolean }) {
  const { id, id_hash } = makeId();
  const setCookie = await challengeCookie(request).serialize(id, { secure: isSecure });
  return { key: signInKey(id_hash), setCookie };
}

/** Returns the key of the request's challenge, or null. */
export async function findSignInKey(request: Request): Promise<string | null> {
  const id_hash = await readIdHash(request, challengeCookie(request));
  return id_hash && signInKey(id_hash);
}

/** Ends a person's unfinished sign-ins, after the password or a factor has changed. */
export async function endSteps(db: Database, person: Person): Promise<void> {
  await db.delete(login_steps).where(isOf(login_steps.person_id, person));
}

/** Deletes expired steps. The worker runs this hourly. */
export async function purgeSteps(db: Database): Promise<void> {
  await db.delete(login_steps).where(lt(login_steps.expires_at, sql`now()`));
}
