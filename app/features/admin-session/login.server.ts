// Sign-in and sign-out from start to end: limits, password, cookies, security log.
import { blockedSeconds, configContext, ownerDb, requestInfo } from "../../platform/http/context.server.ts";
import { recordEvent, recordThrottledLogin, recordWrongLogin } from "../audit-log/record.server.ts";
import { type Args, actorOf, originOf, recordOf, sessionMark } from "./actor.server.ts";
import { findKnownBrowser, rememberBrowser } from "./known-browser.server.ts";
import { changeAdminPassword } from "./password.server.ts";
import { endSession, sessionIdOf, startSession } from "./session.server.ts";
import { type Attempt, attemptPassword, type Throttled, type Wrong } from "./throttle.server.ts";

type LoggedIn = { outcome: "right"; headers: Headers };

/**
 * Signs the browser in if the password is right.
 * @returns the outcome, with the headers that sign in if it was right
 */
export async function logIn(args: Args, password: string): Promise<LoggedIn | Wrong | Throttled> {
  // An empty password isn't a guess: it skips the check and doesn't count.
  if (!password) return { outcome: "wrong" };
  const { request } = args;
  const db = args.context.get(ownerDb);
  const { ip, isSecure } = args.context.get(requestInfo);
  const knownBrowser = await findKnownBrowser(db, request);
  const attempt = await attemptPassword(db, password, { ip, knownBrowser });
  const visitor = { ...originOf(args), session: null };
  if (attempt.outcome === "wrong") {
    await recordWrongLogin(db, visitor);
    return attempt;
  }
  if (attempt.outcome === "throttled") {
    recordThrottledLogin(db, visitor);
    return attempt;
  }
  const options = { isSecure, ...originOf(args) };
  const { setCookie, id_hash } = await startSession(db, request, options);
  const headers = new Headers({ "Set-Cookie": setCookie });
  headers.append("Set-Cookie", await rememberBrowser(db, request, options));
  const owner = { ...visitor, session: sessionMark(id_hash) };
  await recordEvent(db, "login.right", { isKnown: knownBrowser !== null }, owner);
  return { outcome: "right", headers };
}

/**
 * Returns whether the request was blocked before it was read, because its IP address failed too often.
 * @returns null if it wasn't blocked
 */
export function findThrottledLogin({ context }: Args): Throttled | null {
  const seconds = context.get(blockedSeconds);
  return seconds ? { outcome: "throttled", seconds } : null;
}

/**
 * Signs the browser out if it was signed in.
 * @returns the headers that do it
 */
export async function logOut(args: Args): Promise<Headers> {
  const db = args.context.get(ownerDb);
  const { isSecure } = args.context.get(requestInfo);
  const { setCookie, wasLoggedIn } = await endSession(db, args.request, { isSecure });
  // Anyone can call this any number of times, so only real sign-outs are recorded.
  if (wasLoggedIn) await recordOf(args, "logout", {});
  return new Headers({ "Set-Cookie": setCookie });
}

/** Checks the password of a signed-in owner, within the limits of the sign-in. */
export async function checkCurrentPassword(args: Args, password: string): Promise<Attempt> {
  const db = args.context.get(ownerDb);
  const { ip } = args.context.get(requestInfo);
  const knownBrowser = await findKnownBrowser(db, args.request);
  const attempt = await attemptPassword(db, password, { ip, knownBrowser });
  if (attempt.outcome === "wrong") await recordOf(args, "password.wrong", {});
  if (attempt.outcome === "throttled") recordThrottledLogin(db, await actorOf(args));
  return attempt;
}

/**
 * Changes the password and signs out all other browsers.
 * @throws on a database error; the old password then stays valid
 */
export async function changePassword(args: Args, password: string): Promise<void> {
  const db = args.context.get(ownerDb);
  const keep = {
    session: await sessionIdOf(args.request),
    browser: await findKnownBrowser(db, args.request),
  };
  const sessions = await changeAdminPassword(db, password, args.context.get(configContext), keep);
  await recordOf(args, "password.changed", { by: "panel", sessions });
}
