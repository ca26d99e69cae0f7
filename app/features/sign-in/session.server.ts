// Sessions of signed-in browsers (SPEC 4, decision 0035.1).
import { and, desc, eq, getTableColumns, isNull, lt, ne, not, or, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { ownCookie } from "../../platform/http/cookies.server.ts";
import { OWNER, type SignedIn } from "../staff/rights.ts";
import { isOf, type Person, people } from "../staff/table.server.ts";
import { makeId, readIdHash } from "./cookie-id.server.ts";
import { admin_sessions } from "./table.server.ts";

const IDLE = sql`interval '8 hours'`;
const AT_MOST = sql`interval '7 days'`;
/** `last_seen_at` is updated at most this often, to save database writes. */
const SEEN_EVERY = sql`interval '1 minute'`;

/** Cookie name over plain HTTP. Over HTTPS, it has the prefix `__Host-`. */
export const SESSION_COOKIE = "panel_session";
/** Without `maxAge`, browsers delete the cookie when they close (SPEC 4, "a session-scoped flag"). */
const cookieOf = ownCookie(SESSION_COOKIE, { httpOnly: true, sameSite: "lax" });

/** Returns the hashed session id of a request, or null. */
export const sessionIdOf = (request: Request): Promise<string | null> =>
  readIdHash(request, cookieOf(request));

const isExpired = or(
  lt(admin_sessions.last_seen_at, sql`now() - ${IDLE}`),
  lt(admin_sessions.created_at, sql`now() - ${AT_MOST}`),
)!;

/** From `browserOf` and `coarseNetworkOf`. */
export type Origin = { browser: string; network: string };

/**
 * Signs a browser in with a new id, and deletes its earlier session and all expired ones.
 * @param options.person_id null if the browser signed in with the site's password
 * @returns the `Set-Cookie` value and the hashed session id
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

/** Returns whether the browser is signed in. Counts as activity. */
export const hasSession = async (db: Database, request: Request, network?: string): Promise<boolean> =>
  (await findSignedIn(db, request, network)) !== null;

/**
 * Returns the signed-in person or null. Counts as activity. Sessions end after 8 hours without activity and 7
 * days after the sign-in.
 * @param network from `coarseNetworkOf`
 */
export async function findSignedIn(
  db: Database,
  request: Request,
  network?: string,
): Promise<SignedIn | null> {
  const session = await findSession(db, request);
  if (session?.isStale) {
    // The condition keeps this from reviving a session that has just expired.
    await db
      .update(admin_sessions)
      .set({ last_seen_at: sql`now()`, network })
      .where(and(eq(admin_sessions.id_hash, session.id_hash), sql`not (${isExpired})`));
  }
  return session?.who ?? null;
}

/** Returns whether the browser is signed in. For public pages, so it doesn't count as activity. */
export const isLoggedIn = async (db: Database, request: Request): Promise<boolean> =>
  (await findSession(db, request)) !== null;

async function findSession(db: Database, request: Request) {
  const id_hash = await sessionIdOf(request);
  if (id_hash === null) return null;
  const [row] = await db
    .select({
      isExpired: sql<boolean>`${isExpired}`,
      isStale: sql<boolean>`${admin_sessions.last_seen_at} < now() - ${SEEN_EVERY}`,
      // null only if the browser signed in with the site's password, because deleting a person deletes their sessions
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

/** Returns the `Set-Cookie` value that deletes the session cookie. */
export const forgetSession = (request: Request, options: { isSecure: boolean }): Promise<string> =>
  cookieOf(request).serialize("", { secure: options.isSecure, maxAge: 0 });

/** Signs a browser out. Deletes the row, so a copied cookie stops working. */
export async function endSession(db: Database, request: Request, options: { isSecure: boolean }) {
  const own = (await sessionIdOf(request)) ?? "";
  const { rowCount } = await db.delete(admin_sessions).where(eq(admin_sessions.id_hash, own));
  return { setCookie: await forgetSession(request, options), wasLoggedIn: rowCount === 1 };
}

type SessionRow = Origin & { id_hash: string; created_at: Date; last_seen_at: Date; isThis: boolean };

/**
 * Returns the sessions of signed-in browsers: first the requesting browser's, then the others, most recently used
 * first.
 * @param of undefined for everyone's sessions
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
    .where(and(not(isExpired), isNull(people.disabled_at), of && isOf(admin_sessions.person_id, of.person)))
    .orderBy(desc(eq(admin_sessions.id_hash, own ?? "")), desc(admin_sessions.last_seen_at));
  return rows.map((row) => ({ ...row, isThis: row.id_hash === own }));
}

/**
 * Ends a person's sessions except `keep`.
 * @param keep from `sessionIdOf`
 */
export const endSessionsOf = (db: Database, person: Person, keep: string | null = null) =>
  db
    .delete(admin_sessions)
    .where(
      and(
        isOf(admin_sessions.person_id, person),
        keep === null ? undefined : ne(admin_sessions.id_hash, keep),
      ),
    );

/**
 * Ends another browser's session. The requesting browser must use Logout.
 * @param of undefined if anyone's session may be ended
 * @returns null if no session was ended
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
    .where(
      and(
        eq(admin_sessions.id_hash, id_hash),
        ne(admin_sessions.id_hash, own),
        of && isOf(admin_sessions.person_id, of.person),
      ),
    )
    .returning({ browser: admin_sessions.browser, network: admin_sessions.network });
  return ended ?? null;
}
