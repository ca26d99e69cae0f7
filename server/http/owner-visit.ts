// Who asks for a public page. The owner gets it without tracking: scripts of others would run beside the owner's
// session, in the panel's own origin.
import type { IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import {
  forgetSession,
  isLoggedIn,
  SESSION_COOKIE,
} from "../../app/features/admin-session/session.server.ts";
import type { Database } from "../../app/platform/database.server.ts";
import type { DatabaseHealth } from "../postgres/database-health.ts";

/** Longest that a page waits for the look at a cookie. */
const PATIENCE_MS = 1_000;

/** Whether a request may come from a logged-in browser, at no cost. */
export const mayHaveSession = ({ headers: { cookie } }: IncomingMessage): boolean =>
  cookie?.includes(`${SESSION_COOKIE}=`) ?? false;

/**
 * Who asks for a public page. A visitor where the database cannot tell: what others get is there,
 * and no login lasts without the database.
 * @param facts.db the owner's: it knows who is logged in
 * @returns `farewell` is the `Set-Cookie` that frees a browser of the cookie of a login that is over, so that it does
 *   not cost its visitor the cache for ever
 */
export async function whoVisits(
  req: IncomingMessage,
  url: URL,
  facts: { db: Database; database: DatabaseHealth; isSecure: boolean },
): Promise<{ isOwner: boolean; farewell?: string }> {
  if (!mayHaveSession(req) || (await facts.database.isAway())) return { isOwner: false };
  const cookies = new Request(url, { headers: { Cookie: req.headers.cookie ?? "" } });
  const late = delay(PATIENCE_MS, undefined, { ref: false });
  const isOwner = await Promise.race([isLoggedIn(facts.db, cookies).catch(() => undefined), late]);
  return isOwner === false
    ? { isOwner, farewell: await forgetSession(cookies, facts) }
    : { isOwner: isOwner ?? false };
}
