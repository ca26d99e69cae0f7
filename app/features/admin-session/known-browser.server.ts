// Browsers that have signed in before. They have their own queue and limit, so an attack on the sign-in can't lock the
// owner out. This isn't a sign-in: the password is still required.
import { and, desc, eq, gt, isNull, lt, ne, notInArray, or, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { ownCookie } from "../../platform/http/cookies.server.ts";
import { makeId, readIdHash } from "./cookie-id.server.ts";
import { known_browsers } from "./table.server.ts";

const RETENTION_DAYS = 90;
const TRUST = sql`now() + interval '30 days'`;
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
 * @param options.person who signed in; null for the one-password sign-in
 * @param options.isTrusted whether the browser may skip this person's second factor for 30 days; if it already may,
 *   that stays as it is
 * @returns the value of `Set-Cookie`
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
  const trusted = deleted.find((row) => row.id_hash === before && row.trusted_for === person)?.trusted_until;
  await db
    .insert(known_browsers)
    .values({ id_hash, trusted_until: isTrusted ? TRUST : trusted, trusted_for: person });
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
  const isTheirs = person === null ? isNull(trusted_for) : eq(trusted_for, person);
  return (
    (await db.$count(known_browsers, and(eq(id_hash, browser), gt(trusted_until, sql`now()`), isTheirs))) > 0
  );
}

/** Asks a person for the second factor again in every browser. */
export async function endTrust(db: Database, person: string | null): Promise<void> {
  const { trusted_for } = known_browsers;
  await db
    .update(known_browsers)
    .set({ trusted_until: null })
    .where(person === null ? isNull(trusted_for) : eq(trusted_for, person));
}

/**
 * Forgets all browsers but one after a password change in the panel, so that a lost or lent device loses its privilege.
 * @param keep from `findKnownBrowser`
 */
export async function forgetOtherBrowsers(db: Database, keep: string | null): Promise<void> {
  await db.delete(known_browsers).where(keep === null ? undefined : ne(known_browsers.id_hash, keep));
}
