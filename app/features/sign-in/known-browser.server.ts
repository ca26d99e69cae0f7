// Known browsers have their own sign-in queue and limit, so attackers can't lock the owner out. These
// browsers still need the password.
import { and, desc, eq, gt, lt, ne, notInArray, or, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { ownCookie } from "../../platform/http/cookies.server.ts";
import { isOf } from "../staff/table.server.ts";
import { makeId, readIdHash } from "./cookie-id.server.ts";
import { known_browsers } from "./table.server.ts";

const RETENTION_DAYS = 90;
const TRUST = sql`now() + interval '30 days'`;
const KEPT = sql.raw(`interval '${RETENTION_DAYS} days'`);
/** Limits the table's size, because programs that don't store cookies add a row with every sign-in. */
const BROWSERS_MAX = 100;

const cookieOf = ownCookie("panel_browser", {
  httpOnly: true,
  sameSite: "strict",
  maxAge: RETENTION_DAYS * 24 * 3600,
});

/** Returns the requesting browser's hashed id if it signed in within the last 90 days, otherwise null. */
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
 * Remembers the browser under a new id, so a stolen cookie stops working at the next sign-in.
 * @param options.person null if the browser signed in with the site's password
 * @param options.isTrusted true to skip this person's second factor for 30 days; otherwise, existing trust remains,
 *   even another person's
 * @returns the `Set-Cookie` value
 */
export async function rememberBrowser(
  db: Database,
  request: Request,
  { isSecure, person, isTrusted }: { isSecure: boolean; person: string | null; isTrusted?: boolean },
) {
  const { id, id_hash } = makeId();
  const before = await readIdHash(request, cookieOf(request));
  const newest = db
    .select({ id_hash: known_browsers.id_hash })
    .from(known_browsers)
    .orderBy(desc(known_browsers.created_at))
    .limit(BROWSERS_MAX - 1);
  const deleted = await db
    .delete(known_browsers)
    .where(
      or(
        before ? eq(known_browsers.id_hash, before) : undefined,
        lt(known_browsers.created_at, sql`now() - ${KEPT}`),
        notInArray(known_browsers.id_hash, newest),
      ),
    )
    .returning();
  const { trusted_until, trusted_for } = deleted.find((row) => row.id_hash === before) ?? {};
  const trust = isTrusted ? { trusted_until: TRUST, trusted_for: person } : { trusted_until, trusted_for };
  await db.insert(known_browsers).values({ id_hash, ...trust });
  return cookieOf(request).serialize(id, { secure: isSecure });
}

/**
 * Returns whether a browser may skip a person's second factor.
 * @param browser from `findKnownBrowser`
 */
export async function isTrustedBrowser(
  db: Database,
  browser: string,
  person: string | null,
): Promise<boolean> {
  const { id_hash, trusted_until, trusted_for } = known_browsers;
  const isTrusted = and(eq(id_hash, browser), gt(trusted_until, sql`now()`), isOf(trusted_for, person));
  return (await db.$count(known_browsers, isTrusted)) > 0;
}

/** Makes every browser ask this person for the second factor again. */
export async function endTrust(db: Database, person: string | null): Promise<void> {
  await db
    .update(known_browsers)
    .set({ trusted_until: null })
    .where(isOf(known_browsers.trusted_for, person));
}

/**
 * Forgets all browsers except `keep`, in case a device was lost or lent.
 * @param keep from `findKnownBrowser`
 */
export async function forgetOtherBrowsers(db: Database, keep: string | null): Promise<void> {
  await db.delete(known_browsers).where(keep === null ? undefined : ne(known_browsers.id_hash, keep));
}
