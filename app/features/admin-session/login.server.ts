// A login and a logout from end to end: the limits, the password, the cookies, the security log.
import { blockedSeconds, configContext, ownerDb, requestInfo } from "../../platform/http/context.server.ts";
import { recordEvent, recordThrottledLogin, recordWrongLogin } from "../audit-log/record.server.ts";
import { type Args, actorOf, originOf, recordOf, sessionMark } from "./actor.server.ts";
import { findKnownBrowser, rememberBrowser } from "./known-browser.server.ts";
import { changeAdminPassword } from "./password.server.ts";
import { endSession, sessionIdOf, startSession } from "./session.server.ts";
import { type Attempt, attemptPassword, type Throttled } from "./throttle.server.ts";

type LoggedIn = { outcome: "right"; headers: Headers };

/**
 * Logs the browser in where the password is right.
 * @returns what came of it; of a right one the headers that log in
 */
export async function logIn(
  args: Args,
  password: string,
): Promise<LoggedIn | { outcome: "wrong" } | Throttled> {
  // Nothing typed is no guess: it costs no check and does not count.
  if (!password) return { outcome: "wrong" };
  const { request } = args;
  const db = args.context.get(ownerDb);
  const { ip, isSecure } = args.context.get(requestInfo);
  const knownBrowser = await findKnownBrowser(db, request);
  const attempt = await attemptPassword(db, password, { ip, knownBrowser });
  const stranger = { ...originOf(args), session: null };
  if (attempt.outcome === "wrong") {
    await recordWrongLogin(db, stranger);
    return attempt;
  }
  if (attempt.outcome === "throttled") {
    recordThrottledLogin(db, stranger);
    return attempt;
  }
  const options = { isSecure, ...originOf(args) };
  const { setCookie, id_hash } = await startSession(db, request, options);
  const headers = new Headers({ "Set-Cookie": setCookie });
  headers.append("Set-Cookie", await rememberBrowser(db, request, options));
  const owner = { ...stranger, session: sessionMark(id_hash) };
  await recordEvent(db, "login.right", { isKnown: knownBrowser !== null }, owner);
  return { outcome: "right", headers };
}

/**
 * Whether the request was turned away before it was read: its address was wrong too often.
 * @returns null where it was not
 */
export function findThrottledLogin({ context }: Args): Throttled | null {
  const seconds = context.get(blockedSeconds);
  return seconds ? { outcome: "throttled", seconds } : null;
}

/**
 * Logs the browser out, where it was logged in.
 * @returns the headers that do so
 */
export async function logOut(args: Args): Promise<Headers> {
  const db = args.context.get(ownerDb);
  const { isSecure } = args.context.get(requestInfo);
  const { setCookie, wasLoggedIn } = await endSession(db, args.request, { isSecure });
  // Strangers can ask for it as often as they like.
  if (wasLoggedIn) await recordOf(args, "logout", {});
  return new Headers({ "Set-Cookie": setCookie });
}

/** Whether a logged-in owner knows the password, under the limits of the login. */
export async function checkPresentPassword(args: Args, password: string): Promise<Attempt> {
  const db = args.context.get(ownerDb);
  const { ip } = args.context.get(requestInfo);
  const knownBrowser = await findKnownBrowser(db, args.request);
  const attempt = await attemptPassword(db, password, { ip, knownBrowser });
  if (attempt.outcome === "wrong") await recordOf(args, "password.wrong", {});
  if (attempt.outcome === "throttled") recordThrottledLogin(db, await actorOf(args));
  return attempt;
}

/**
 * Changes the password; every other browser is logged out.
 * @throws on a database fault; the old password then holds
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
