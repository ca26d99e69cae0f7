// The path and the sender decide what's allowed, before the body is read.
import type { IncomingMessage, ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { endpointErrors, tooManyEnquiries } from "../../app/copy/enquiries.ts";
import { refusals } from "../../app/copy/refusals.ts";
import { recordThrottledLogin } from "../../app/features/audit-log/record.server.ts";
import { enquiryBlockSeconds } from "../../app/features/enquiries/limits.server.ts";
import { subscriptionBlockSeconds } from "../../app/features/newsletter/limits.server.ts";
import { findKnownBrowser } from "../../app/features/sign-in/known-browser.server.ts";
import { hasSession } from "../../app/features/sign-in/session.server.ts";
import { loginBlockSeconds } from "../../app/features/sign-in/throttle.server.ts";
import type { Database } from "../../app/platform/database/database.server.ts";
import { describeProblem } from "../../app/platform/http/fault.server.ts";
import { coarseNetworkOf, networkOf } from "../../app/platform/http/network.ts";
import { routedPath } from "../../app/platform/http/routed-path.ts";
import { browserOf as nameOfBrowser } from "../../app/platform/http/user-agent.ts";
import type { Log } from "../../app/platform/log.server.ts";
import { PANEL } from "./panel-path.ts";
import { wantsJson } from "./refuse.ts";
import { BodyBudget, FORM, LIMITS, type Refusal, readBody } from "./request-body.ts";

const MB = 1024 * 1024;
const RETRY_SECONDS = 5;
const CROWD_LOG_MS = 60_000;
/** For this many forms over the rate limit, visitors get back what they typed. Further forms aren't read. */
const FORGIVEN = 10;

/** Each invalid form costs a page render, so a network may send only this many. */
const REFUSED_A_MINUTE = 120;

/** The sign-in form posts to the panel's path, or to the path plus `.data` with React Router. */
export const LOGIN = new RegExp(`^${PANEL}/?(\\.data)?$`);
/** Wrong passwords don't block invitations, passkeys or confirmations. */
export const UNGATED = new RegExp(`^${PANEL}/(?:invitation/[^/]+|(?:passkey|confirm)(?:\\.data)?)$`);
const NEWSLETTER_FORM = /^\/blog\/?(\.data)?$/;
/** Emails link to these pages. Each has a button that posts to the page's own path. */
const NEWSLETTER_STEP = /^\/newsletter\//;

export type Write = {
  body: Buffer<ArrayBuffer>;
  /** The Content-Type. A form request without a body counts as an empty form. */
  type: string;
  /** Whether a signed-in browser sent this; false where that isn't checked. */
  isOwner: boolean;
  /** Seconds until a blocked sign-in may be tried again. The body of a blocked sign-in is never read. */
  blockedSeconds?: number;
};

/** Returns the result of a session check, or a refusal if the database is down. */
async function orUnavailable(log: Log, ask: () => Promise<boolean>): Promise<boolean | Refusal> {
  try {
    return await ask();
  } catch (error) {
    log.error(describeProblem(error), "The session couldn't be read");
    return { status: 503, message: refusals.fault, headers: { "Retry-After": String(RETRY_SECONDS) } };
  }
}

/** Returns whether a signed-in browser sent the request; a refusal if the database is down. */
export const askSession = (
  { db, log }: { db: Database; log: Log },
  req: IncomingMessage,
  url: URL,
  ip: string,
): Promise<boolean | Refusal> => orUnavailable(log, () => isLoggedIn(db, browserOf(req, url, ip)));

/**
 * Creates the function that receives writes.
 * @param db the owner's handle, which can read sessions
 */
export function writeReceiver(db: Database, log: Log) {
  const nextTurn = inTurns();
  const signedOut = new BodyBudget(24 * MB, 4 * MB, tellOfCrowd(log));
  const owners = new BodyBudget(8 * MB);
  const refused = new RateLimiterMemory({ points: REFUSED_A_MINUTE, duration: 60 });

  /**
   * Receives the body of a write.
   * @param facts.isPanel whether the path is the panel's
   * @param facts.ip the visitor's IP address
   * @returns the body, or why it's refused
   * @throws if the connection breaks
   */
  return async function receiveWrite(
    req: IncomingMessage,
    res: ServerResponse,
    url: URL,
    facts: { isPanel: boolean; ip: string },
  ): Promise<Write | Refusal> {
    const sender = networkOf(facts.ip);
    const isJson = wantsJson(req);
    const path = routedPath(url.pathname);
    const browser = browserOf(req, url, facts.ip);

    const isUngated = UNGATED.test(path);
    if (facts.isPanel && !LOGIN.test(path) && !isUngated) {
      const isOwner = await orUnavailable(log, () => isLoggedIn(db, browser));
      if (typeof isOwner === "object") return isOwner;
      if (!isOwner) await nextTurn();
      // The panel's scripts get the sign-in response. For other requests, a full page isn't worth rendering.
      if (!isOwner && path.endsWith(".data")) return { body: Buffer.alloc(0), type: "", isOwner };
      if (!isOwner) return { status: 401, message: refusals.loggedOut };
      if (req.method !== "POST") return wrongMethod;
      const read = await readBody(req, res, { limit: LIMITS.panel, isJson, budget: owners, sender });
      return "status" in read ? read : { ...read, isOwner };
    }

    if (req.method !== "POST") return wrongMethod;
    if (facts.isPanel) await nextTurn();
    const away = facts.isPanel && !isUngated ? loginBlockSeconds(facts.ip) : 0;
    const isTurnedAway = away > 0 && (await orUnavailable(log, () => isUnknownBrowser(db, browser)));
    if (typeof isTurnedAway === "object") return isTurnedAway;
    if (isTurnedAway) {
      recordThrottledLogin(db, {
        browser: nameOfBrowser(req.headers["user-agent"] ?? null),
        network: coarseNetworkOf(facts.ip),
        session: null,
      });
      return { body: Buffer.alloc(0), type: FORM, isOwner: false, blockedSeconds: away };
    }
    const many = facts.isPanel ? null : await refused.get(sender);
    const isClosed = many !== null && many.consumedPoints >= REFUSED_A_MINUTE;
    const seconds = isClosed
      ? Math.ceil(many.msBeforeNext / 1000)
      : facts.isPanel
        ? 0
        : secondsClosedTo(path, facts.ip, isJson);
    if (seconds > 0) {
      const { title, text } = tooManyEnquiries(seconds);
      const message = isJson ? endpointErrors.limit(seconds) : `${title} ${text}`;
      return { status: 429, message, headers: { "Retry-After": String(seconds) } };
    }
    if (!facts.isPanel)
      // "prefinish" comes before the client can send its next request.
      res.once("prefinish", () => {
        if (res.statusCode >= 400 && res.statusCode < 500) void refused.penalty(sender);
      });
    const limit = facts.isPanel ? LIMITS.login : LIMITS.public;
    const read = await readBody(req, res, { limit, isJson, budget: signedOut, sender });
    return "status" in read ? read : { ...read, isOwner: false };
  };
}

/** Logs at most once a minute that unfinished posts were dropped. */
function tellOfCrowd(log: Log): () => void {
  let quietUntil = 0;
  return () => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + CROWD_LOG_MS;
    log.warn(
      "Too many slow requests: the oldest unfinished ones are dropped so that complete forms get through",
    );
  };
}

/** Admits one caller per turn of the event loop, so that page requests run in between. */
function inTurns(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(() => setImmediate());
    return last;
  };
}

const wrongMethod: Refusal = {
  status: 405,
  message: refusals.method,
  headers: { Allow: "GET, HEAD, OPTIONS, POST" },
};

function secondsClosedTo(path: string, ip: string, isJson: boolean): number {
  if (NEWSLETTER_STEP.test(path)) return 0;
  if (NEWSLETTER_FORM.test(path)) return subscriptionBlockSeconds(ip, FORGIVEN);
  return enquiryBlockSeconds(ip, isJson ? 0 : FORGIVEN);
}

/** `network` is where the request comes from. */
type Browser = { request: Request; network: string };

/** Without a cookie, there's nothing to look up. */
function browserOf({ headers: { cookie } }: IncomingMessage, url: URL, ip: string): Browser | null {
  if (cookie === undefined) return null;
  return { request: new Request(url, { headers: { Cookie: cookie } }), network: coarseNetworkOf(ip) };
}

const isLoggedIn = async (db: Database, browser: Browser | null): Promise<boolean> =>
  browser !== null && hasSession(db, browser.request, browser.network);

/** Signed-in owners and known browsers have their own limits. */
const isUnknownBrowser = async (db: Database, browser: Browser | null): Promise<boolean> =>
  browser === null ||
  (!(await isLoggedIn(db, browser)) && (await findKnownBrowser(db, browser.request)) === null);
