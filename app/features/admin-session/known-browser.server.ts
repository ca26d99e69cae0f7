// Browsers that have signed in before. They have their own queue and limit, so an attack on the sign-in can't lock the
// owner out. This isn't a sign-in: the password is still required.
import { and, desc, eq, lt, ne, notInArray, or, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { ownCookie } from "../../platform/http/cookies.server.ts";
import { makeId, readIdHash } from "./cookie-id.server.ts";
import { known_browsers } from "./table.server.ts";

const RETENTION_DAYS = 90;
const KEPT = sql.raw(`interval '${RETENTION_DAYS} days'`);
/** Programs that sign in without storing cookies create a new one each time. */
const BROWSERS_MAX = 100;

const cookieOf = ownCookie("panel_browser", {
  httpOnly: true,
  sameSite: "strict",
  maxAge: RETENTION_DAYS * 24 * 3600,
});

/**
 * Finds the requesting browser, if it has signed in within the last 90 days.
 * @returns the id of its row, or null
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
 * Remembers the requesting browser. Each sign-in issues a new id, so a stolen cookie expires with the next one.
 * @param options.isSecure whether the visitor's connection is https, which makes the cookie secure
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
 * Forgets all browsers but one after a password change in the panel, so that a lost or lent device loses its privilege.
 * @param keep from `findKnownBrowser`
 */
export async function forgetOtherBrowsers(db: Database, keep: string | null): Promise<void> {
  await db.delete(known_browsers).where(keep === null ? undefined : ne(known_browsers.id_hash, keep));
}
