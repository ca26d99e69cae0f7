// Third-party scripts would run in the panel's origin with the owner's session, so the owner gets public pages without
// tracking.
import type { IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import {
  forgetSession,
  isLoggedIn,
  SESSION_COOKIE,
  sessionIdOf,
} from "../../app/features/sign-in/session.server.ts";
import { knownBlockSeconds, rememberBlock } from "../../app/platform/database/closed-limits.server.ts";
import type { Database } from "../../app/platform/database/database.server.ts";
import type { Limit } from "../../app/platform/database/rate-limit.server.ts";
import { networkOf } from "../../app/platform/http/network.ts";
import type { DatabaseHealth } from "../postgres/database-health.ts";

const PATIENCE_MS = 1_000;
/** After 30 made-up session cookies, a network gets no more lookups for a minute. */
const MADE_UP: Limit = { name: "made-up-session", points: 30, seconds: 60 };

/** Returns whether there's a session cookie, valid or not. */
export const mayHaveSession = ({ headers: { cookie } }: IncomingMessage): boolean =>
  cookie?.includes(`${SESSION_COOKIE}=`) ?? false;

/**
 * Returns whether the owner is requesting a public page; false if that can't be checked, for example because the
 * database is down.
 * @param facts.db the owner's handle, which can read sessions
 * @returns `farewell` is a `Set-Cookie` that removes an expired session, so that the visitor gets cached pages again
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
