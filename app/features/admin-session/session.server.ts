// Logged-in browsers (SPEC 4, decision 0035.1): a random id in a cookie, its hash in the database.
import { and, desc, eq, lt, ne, not, or, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { ownCookie } from "../../platform/http/cookies.server.ts";
import { makeId, readIdHash } from "./cookie-id.server.ts";
import { admin_sessions } from "./table.server.ts";

const IDLE = sql`interval '8 hours'`;
const AT_MOST = sql`interval '7 days'`;
/** How exact "last seen" is; a page that is clicked through need not write at each click. */
const SEEN_EVERY = sql`interval '1 minute'`;

/** Its name where the site is not https. */
export const SESSION_COOKIE = "panel_session";
/** No `maxAge`: the browser forgets it when it is closed (SPEC 4, "a session-scoped flag"). */
const cookieOf = ownCookie(SESSION_COOKIE, { httpOnly: true, sameSite: "lax" });

/** @returns the id of the request's own row, null where it has no session cookie */
export const sessionIdOf = (request: Request): Promise<string | null> =>
  readIdHash(request, cookieOf(request));

const isExpired = or(
  lt(admin_sessions.last_seen_at, sql`now() - ${IDLE}`),
  lt(admin_sessions.created_at, sql`now() - ${AT_MOST}`),
)!;

/** Which browser asks, and from where: `browserOf` and `coarseNetworkOf`. */
export type Origin = { browser: string; network: string };

/**
 * Logs a browser in: a new id each time, whatever cookie came along. Rows that have run out go at the same time.
 * @param options.isSecure whether the visitor's connection is https; the cookie then stays on it
 * @returns the value of `Set-Cookie`, and the id of the session's row
 */
export async function startSession(
  db: Database,
  request: Request,
  { isSecure, ...origin }: { isSecure: boolean } & Origin,
) {
  const { id, id_hash } = makeId();
  const before = await sessionIdOf(request);
  await db
    .delete(admin_sessions)
    .where(or(isExpired, before ? eq(admin_sessions.id_hash, before) : undefined));
  await db.insert(admin_sessions).values({ id_hash, ...origin });
  return { setCookie: await cookieOf(request).serialize(id, { secure: isSecure }), id_hash };
}

/**
 * Whether the request comes from a logged-in browser: seen within the last 8 hours, logged in within the last
 * 7 days. Being asked counts as being seen.
 * @param network from where, as `coarseNetworkOf` has it; the list of sessions then shows it
 */
export async function hasSession(db: Database, request: Request, network?: string): Promise<boolean> {
  const session = await findSession(db, request);
  if (session?.isStale) {
    // Only forwards and only while it still counts: a logout or an expiry in between is not undone.
    await db
      .update(admin_sessions)
      .set({ last_seen_at: sql`now()`, network })
      .where(and(eq(admin_sessions.id_hash, session.id_hash), sql`not (${isExpired})`));
  }
  return session !== null;
}

/** The same question where it is only looked: the pages that visitors see are no use of the panel. */
export const isLoggedIn = async (db: Database, request: Request): Promise<boolean> =>
  (await findSession(db, request)) !== null;

/** The request's session where it still counts. */
async function findSession(db: Database, request: Request) {
  const id_hash = await sessionIdOf(request);
  if (id_hash === null) return null;
  const [row] = await db
    .select({
      isExpired: sql<boolean>`${isExpired}`,
      isStale: sql<boolean>`${admin_sessions.last_seen_at} < now() - ${SEEN_EVERY}`,
    })
    .from(admin_sessions)
    .where(eq(admin_sessions.id_hash, id_hash));
  return row && !row.isExpired ? { id_hash, isStale: row.isStale } : null;
}

/** @returns the value of `Set-Cookie` that takes the cookie of a session away that has ended */
export const forgetSession = (request: Request, options: { isSecure: boolean }): Promise<string> =>
  cookieOf(request).serialize("", { secure: options.isSecure, maxAge: 0 });

/**
 * Logs a browser out: its row goes, so that a copy of the cookie is worth nothing.
 * @returns the value of `Set-Cookie` that takes the cookie away, and whether there was a session
 */
export async function endSession(db: Database, request: Request, options: { isSecure: boolean }) {
  const own = (await sessionIdOf(request)) ?? "";
  const { rowCount } = await db.delete(admin_sessions).where(eq(admin_sessions.id_hash, own));
  return { setCookie: await forgetSession(request, options), wasLoggedIn: rowCount === 1 };
}

type SessionRow = Origin & { id_hash: string; created_at: Date; last_seen_at: Date; isThis: boolean };

/** The browsers that are logged in, the one that asks first, then the last seen. */
export async function listSessions(db: Database, request: Request): Promise<SessionRow[]> {
  const own = await sessionIdOf(request);
  const rows = await db
    .select()
    .from(admin_sessions)
    .where(not(isExpired))
    .orderBy(desc(eq(admin_sessions.id_hash, own ?? "")), desc(admin_sessions.last_seen_at));
  return rows.map((row) => ({ ...row, isThis: row.id_hash === own }));
}

/**
 * Logs another browser out; the one that asks stays (it has Logout).
 * @returns which it was, null where it was gone already
 */
export async function endOtherSession(
  db: Database,
  request: Request,
  id_hash: string,
): Promise<Origin | null> {
  const own = (await sessionIdOf(request)) ?? "";
  const [ended] = await db
    .delete(admin_sessions)
    .where(and(eq(admin_sessions.id_hash, id_hash), ne(admin_sessions.id_hash, own)))
    .returning({ browser: admin_sessions.browser, network: admin_sessions.network });
  return ended ?? null;
}
