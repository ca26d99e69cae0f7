// Browsers that have logged in before. While strangers keep the login busy, these have a place and a limit of their
// own: that is what keeps the owner from being locked out. It is no login: the password is asked for all the same.
import { and, desc, eq, lt, ne, notInArray, or, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { ownCookie } from "../../platform/http/cookies.server.ts";
import { makeId, readIdHash } from "./cookie-id.server.ts";
import { known_browsers } from "./table.server.ts";

const RETENTION_DAYS = 90;
const KEPT = sql.raw(`interval '${RETENTION_DAYS} days'`);
/** Programs that log in without keeping cookies make a new one each time. */
const BROWSERS_MAX = 100;

const cookieOf = ownCookie("panel_browser", {
  httpOnly: true,
  sameSite: "strict",
  maxAge: RETENTION_DAYS * 24 * 3600,
});

/**
 * The browser that asks, where it has logged in within the last 90 days.
 * @returns the id of its row, else null
 */
export async function findKnownBrowser(db: Database, request: Request): Promise<string | null> {
  const id_hash = await readIdHash(request, cookieOf(request));
  if (id_hash === null) return null;
  const [row] = await db
    .select({ id_hash: known_browsers.id_hash })
    .from(known_browsers)
    .where(and(eq(known_browsers.id_hash, id_hash), sql`${known_browsers.created_at} > now() - ${KEPT}`));
  return row?.id_hash ?? null;
}

/**
 * Knows the browser that asks from now on, by a new id at each login: a copy of the cookie ends with the next one.
 * @param options.isSecure whether the visitor's connection is https; the cookie then stays on it
 * @returns the value of `Set-Cookie`
 */
export async function rememberBrowser(db: Database, request: Request, options: { isSecure: boolean }) {
  const { id, id_hash } = makeId();
  const before = await readIdHash(request, cookieOf(request));
  const newest = db
    .select({ id_hash: known_browsers.id_hash })
    .from(known_browsers)
    .orderBy(desc(known_browsers.created_at))
    .limit(BROWSERS_MAX - 1);
  await db
    .delete(known_browsers)
    .where(
      or(
        before ? eq(known_browsers.id_hash, before) : undefined,
        lt(known_browsers.created_at, sql`now() - ${KEPT}`),
        notInArray(known_browsers.id_hash, newest),
      ),
    );
  await db.insert(known_browsers).values({ id_hash });
  return cookieOf(request).serialize(id, { secure: options.isSecure });
}

/**
 * Forgets every browser but one, after the password was changed in the panel: one that was lost or lent has no place
 * any more.
 * @param keep from `findKnownBrowser`
 */
export async function forgetOtherBrowsers(db: Database, keep: string | null): Promise<void> {
  await db.delete(known_browsers).where(keep === null ? undefined : ne(known_browsers.id_hash, keep));
}
