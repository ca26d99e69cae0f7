// Who asks for a public page. The owner gets it without tracking: scripts of others would run beside the owner's
// session, in the panel's own origin.
import type { IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import {
  forgetSession,
  isLoggedIn,
  SESSION_COOKIE,
  sessionIdOf,
} from "../../app/features/admin-session/session.server.ts";
import { knownBlockSeconds, rememberBlock } from "../../app/platform/database/closed-limits.server.ts";
import type { Database } from "../../app/platform/database/database.server.ts";
import type { Limit } from "../../app/platform/database/rate-limit.server.ts";
import { networkOf } from "../../app/platform/http/network.ts";
import type { DatabaseHealth } from "../postgres/database-health.ts";

/** Longest that a page waits for the look at a cookie. */
const PATIENCE_MS = 1_000;
/** Cookies that look like a login but are none: so many are looked up for one network, then none for a minute. */
const MADE_UP: Limit = { name: "made-up-session", points: 30, seconds: 60 };

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
  facts: { db: Database; database: DatabaseHealth; isSecure: boolean; ip: string },
): Promise<{ isOwner: boolean; farewell?: string }> {
  if (!mayHaveSession(req) || (await facts.database.isAway())) return { isOwner: false };
  const cookies = new Request(url, { headers: { Cookie: req.headers.cookie ?? "" } });
  const network = networkOf(facts.ip);
  if (knownBlockSeconds([MADE_UP], network, MADE_UP.points)) return { isOwner: false };
  const late = delay(PATIENCE_MS, undefined, { ref: false });
  const isOwner = await Promise.race([isLoggedIn(facts.db, cookies).catch(() => undefined), late]);
  if (isOwner !== false) return { isOwner: isOwner ?? false };
  if (await sessionIdOf(cookies)) rememberBlock(MADE_UP, network, MADE_UP.seconds);
  return { isOwner, farewell: await forgetSession(cookies, facts) };
}
