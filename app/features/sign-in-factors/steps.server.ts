// Sign-ins between the password and the second factor.
import { and, eq, getTableColumns, gt, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { ownCookie } from "../../platform/http/cookies.server.ts";
import { makeId, readIdHash } from "../admin-session/cookie-id.server.ts";
import { OWNER, type SignedIn } from "../people/rights.ts";
import { people } from "../people/table.server.ts";
import { isOf, login_steps, type Person } from "./table.server.ts";

const MINUTES = 10;

const cookieOf = ownCookie("panel_step", { httpOnly: true, sameSite: "strict", maxAge: MINUTES * 60 });

/**
 * Starts the second step of a sign-in. It's worth nothing but that step.
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

/** Returns whose the request's unfinished sign-in is: within 10 minutes, by someone who isn't disabled. */
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

/** Ends a person's unfinished sign-ins, after the password or a factor has changed. */
export async function endSteps(db: Database, person: Person): Promise<void> {
  await db.delete(login_steps).where(isOf(login_steps.person_id, person));
}

/** Deletes expired steps. The worker runs this hourly. */
export async function purgeSteps(db: Database): Promise<void> {
  await db.delete(login_steps).where(lt(login_steps.expires_at, sql`now()`));
}
