// Determines who requests a public page. The owner gets it without tracking: third-party scripts would run next to the
// owner's session, in the panel's own origin.
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

/** How long a page waits for a session lookup. */
const PATIENCE_MS = 1_000;
/** Cookies that look like a session but aren't one: this many are looked up per network, then none for a minute. */
const MADE_UP: Limit = { name: "made-up-session", points: 30, seconds: 60 };

/** Returns whether a request may come from a signed-in browser; costs nothing. */
export const mayHaveSession = ({ headers: { cookie } }: IncomingMessage): boolean =>
  cookie?.includes(`${SESSION_COOKIE}=`) ?? false;

/**
 * Determines who requests a public page: a visitor if the database can't tell, since cached pages exist for
 * visitors, and no session works without the database.
 * @param facts.db the owner's: it can read sessions
 * @returns `farewell` is the `Set-Cookie` that removes the cookie of an expired session, so that the visitor gets
 * cached pages again
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
