// Sessions of signed-in browsers (SPEC 4, decision 0035.1): a random id in a cookie, its hash in the database.
import { and, desc, eq, getTableColumns, isNull, lt, ne, not, or, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { ownCookie } from "../../platform/http/cookies.server.ts";
import { OWNER, type SignedIn } from "../people/rights.ts";
import { people } from "../people/table.server.ts";
import { makeId, readIdHash } from "./cookie-id.server.ts";
import { admin_sessions } from "./table.server.ts";

const IDLE = sql`interval '8 hours'`;
const AT_MOST = sql`interval '7 days'`;
/** Precision of "last seen", so that not every click writes to the database. */
const SEEN_EVERY = sql`interval '1 minute'`;

/** The cookie's name without https. */
export const SESSION_COOKIE = "panel_session";
/** No `maxAge`: the browser deletes it when it's closed (SPEC 4, "a session-scoped flag"). */
const cookieOf = ownCookie(SESSION_COOKIE, { httpOnly: true, sameSite: "lax" });

/** @returns the id of the request's session row, or null if it has no session cookie */
export const sessionIdOf = (request: Request): Promise<string | null> =>
  readIdHash(request, cookieOf(request));

const isExpired = or(
  lt(admin_sessions.last_seen_at, sql`now() - ${IDLE}`),
  lt(admin_sessions.created_at, sql`now() - ${AT_MOST}`),
)!;

/** Which browser and network a request comes from, by `browserOf` and `coarseNetworkOf`. */
export type Origin = { browser: string; network: string };

/**
 * Signs a browser in, always with a new id, and deletes its earlier session and expired ones.
 * @param options.isSecure whether the visitor's connection is https, which makes the cookie secure
 * @param options.person_id null for the one-password sign-in
 * @returns the value of `Set-Cookie` and the id of the session row
 */
export async function startSession(
  db: Database,
  request: Request,
  { isSecure, ...row }: { isSecure: boolean; person_id?: string | null } & Origin,
) {
  const { id, id_hash } = makeId();
  const before = await sessionIdOf(request);
  await db
    .delete(admin_sessions)
    .where(or(isExpired, before ? eq(admin_sessions.id_hash, before) : undefined));
  await db.insert(admin_sessions).values({ id_hash, ...row });
  return { setCookie: await cookieOf(request).serialize(id, { secure: isSecure }), id_hash };
}

/** Returns whether the request comes from a signed-in browser. It counts as being seen, as with `findSignedIn`. */
export const hasSession = async (db: Database, request: Request, network?: string): Promise<boolean> =>
  (await findSignedIn(db, request, network)) !== null;

/**
 * Returns who is signed in with the request's browser, or null if no one is: seen within the last 8 hours and signed in
 * within the last 7 days. The call itself counts as being seen.
 * @param network from `coarseNetworkOf`, shown in the list of sessions
 */
export async function findSignedIn(
  db: Database,
  request: Request,
  network?: string,
): Promise<SignedIn | null> {
  const session = await findSession(db, request);
  if (session?.isStale) {
    // Updates only valid sessions, so that a sign-out or expiry in the meantime isn't undone.
    await db
      .update(admin_sessions)
      .set({ last_seen_at: sql`now()`, network })
      .where(and(eq(admin_sessions.id_hash, session.id_hash), sql`not (${isExpired})`));
  }
  return session?.who ?? null;
}

/** Does the same without counting as being seen, for public pages, which aren't use of the panel. */
export const isLoggedIn = async (db: Database, request: Request): Promise<boolean> =>
  (await findSession(db, request)) !== null;

/** Returns the request's session if it's valid and its person isn't disabled. */
async function findSession(db: Database, request: Request) {
  const id_hash = await sessionIdOf(request);
  if (id_hash === null) return null;
  const [row] = await db
    .select({
      isExpired: sql<boolean>`${isExpired}`,
      isStale: sql<boolean>`${admin_sessions.last_seen_at} < now() - ${SEEN_EVERY}`,
      // null as a whole for the one-password sign-in, since the foreign key guarantees a person to all others
      person: { id: people.id, name: people.name, email: people.email, role: people.role },
      disabled_at: people.disabled_at,
    })
    .from(admin_sessions)
    .leftJoin(people, eq(people.id, admin_sessions.person_id))
    .where(eq(admin_sessions.id_hash, id_hash));
  if (!row || row.isExpired || row.disabled_at !== null) return null;
  const { person, isStale } = row;
  const who: SignedIn = person ? { ...person, person: person.id } : OWNER;
  return { id_hash, isStale, who };
}

/** @returns the value of `Set-Cookie` that deletes the cookie of an ended session */
export const forgetSession = (request: Request, options: { isSecure: boolean }): Promise<string> =>
  cookieOf(request).serialize("", { secure: options.isSecure, maxAge: 0 });

/**
 * Signs a browser out by deleting its row, so that a copy of the cookie is useless.
 * @returns the value of `Set-Cookie` that deletes the cookie, and whether there was a session
 */
export async function endSession(db: Database, request: Request, options: { isSecure: boolean }) {
  const own = (await sessionIdOf(request)) ?? "";
  const { rowCount } = await db.delete(admin_sessions).where(eq(admin_sessions.id_hash, own));
  return { setCookie: await forgetSession(request, options), wasLoggedIn: rowCount === 1 };
}

type SessionRow = Origin & { id_hash: string; created_at: Date; last_seen_at: Date; isThis: boolean };

/** Sessions of one person, or of the one-password owner (null). */
const isOf = (person: string | null) =>
  person === null ? isNull(admin_sessions.person_id) : eq(admin_sessions.person_id, person);

/**
 * Returns the signed-in browsers: the requesting one first, then by last seen.
 * @param of whose; undefined for everyone's
 */
export async function listSessions(
  db: Database,
  request: Request,
  of?: SignedIn,
): Promise<(SessionRow & { name: string | null })[]> {
  const own = await sessionIdOf(request);
  const rows = await db
    .select({ ...getTableColumns(admin_sessions), name: people.name })
    .from(admin_sessions)
    .leftJoin(people, eq(people.id, admin_sessions.person_id))
    .where(and(not(isExpired), isNull(people.disabled_at), of && isOf(of.person)))
    .orderBy(desc(eq(admin_sessions.id_hash, own ?? "")), desc(admin_sessions.last_seen_at));
  return rows.map((row) => ({ ...row, isThis: row.id_hash === own }));
}

/** Signs a person out of every browser. @param keep id of a session to keep, from `sessionIdOf` */
export const endSessionsOf = (db: Database, person: string, keep: string | null = null) =>
  db
    .delete(admin_sessions)
    .where(and(isOf(person), keep === null ? undefined : ne(admin_sessions.id_hash, keep)));

/**
 * Signs another browser out. The requesting one can't end itself this way; it has Logout.
 * @param of whose; undefined for everyone's
 * @returns which browser it was, or null if it was already signed out
 */
export async function endOtherSession(
  db: Database,
  request: Request,
  id_hash: string,
  of?: SignedIn,
): Promise<Origin | null> {
  const own = (await sessionIdOf(request)) ?? "";
  const [ended] = await db
    .delete(admin_sessions)
    .where(and(eq(admin_sessions.id_hash, id_hash), ne(admin_sessions.id_hash, own), of && isOf(of.person)))
    .returning({ browser: admin_sessions.browser, network: admin_sessions.network });
  return ended ?? null;
}
