import { eq } from "drizzle-orm";
import { blockedSeconds, configContext, requestInfo, systemDb } from "../../platform/http/context.server.ts";
import type { AuditDetails } from "../audit-log/events.ts";
import { recordEvent, recordThrottledLogin, recordWrongLogin } from "../audit-log/record.server.ts";
import { OWNER, type SignedIn } from "../staff/rights.ts";
import { signedInAs } from "../staff/signed-in.server.ts";
import { people } from "../staff/table.server.ts";
import { type Args, actorOf, originOf, recordOf, sessionMark } from "./actor.server.ts";
import { endShortcuts } from "./factors.server.ts";
import { revokeInvitationOf } from "./invitations.server.ts";
import { findKnownBrowser, rememberBrowser } from "./known-browser.server.ts";
import { changeAdminPassword, isAdminPassword } from "./password.server.ts";
import { hashPassword, type Lane } from "./password-hash.server.ts";
import { findPersonByPassword } from "./person-password.server.ts";
import { endSession, endSessionsOf, findSignedIn, sessionIdOf, startSession } from "./session.server.ts";
import { type Attempt, attempt, type Throttled, type Wrong } from "./throttle.server.ts";

/** The browser isn't signed in until `completeSignIn` runs. */
export type CorrectPassword = { outcome: "right"; who: SignedIn; knownBrowser: string | null };
/** @property factor.isTrusted true to skip the second factor in this browser for 30 days */
type Proven = Omit<CorrectPassword, "outcome"> & {
  factor?: { by: AuditDetails["login.right"]["by"]; isTrusted: boolean };
};

/** Checks the site's password, within the sign-in limits. */
export async function checkOwner(args: Args, password: string): Promise<CorrectPassword | Wrong | Throttled> {
  const db = args.context.get(systemDb);
  return checkPassword(args, password, async (lane) =>
    (await isAdminPassword(db, password, lane)) ? OWNER : null,
  );
}

/** Checks a person's email address and password, within the sign-in limits. */
export const checkPerson = (args: Args, email: string, password: string) =>
  checkPassword(args, password, (lane) =>
    findPersonByPassword(args.context.get(systemDb), email, password, lane),
  );

async function checkPassword(
  args: Args,
  password: string,
  find: (lane: Lane) => Promise<SignedIn | null>,
): Promise<CorrectPassword | Wrong | Throttled> {
  // An empty password isn't a guess, so it doesn't count.
  if (!password) return { outcome: "wrong" };
  const db = args.context.get(systemDb);
  const { ip } = args.context.get(requestInfo);
  const knownBrowser = await findKnownBrowser(db, args.request);
  let who: SignedIn | null = null;
  const tried = await attempt(db, { ip, knownBrowser }, async (lane) => {
    who = await find(lane);
    return who !== null;
  });
  const visitor = { ...originOf(args), session: null };
  if (tried.outcome === "wrong") await recordWrongLogin(db, visitor);
  if (tried.outcome === "throttled") recordThrottledLogin(db, visitor);
  return tried.outcome === "right" ? { ...tried, who: who!, knownBrowser } : tried;
}

/** Signs the browser in after all identity checks. No other function creates sessions. */
export async function completeSignIn(args: Args, { who, knownBrowser, factor }: Proven): Promise<Headers> {
  const { request } = args;
  const db = args.context.get(systemDb);
  const { isSecure } = args.context.get(requestInfo);
  const { person } = who;
  const options = { isSecure, ...originOf(args) };
  const { setCookie, id_hash } = await startSession(db, request, { ...options, person_id: person });
  const headers = new Headers({ "Set-Cookie": setCookie });
  headers.append(
    "Set-Cookie",
    await rememberBrowser(db, request, { isSecure, person, isTrusted: factor?.isTrusted }),
  );
  const actor = { ...originOf(args), session: sessionMark(id_hash), person };
  const details = { isKnown: knownBrowser !== null, ...(factor && { by: factor.by }) };
  await recordEvent(db, "login.right", details, actor);
  return headers;
}

/** Returns the block that was found for the IP address before the body was read, or null. */
export function findThrottledLogin({ context }: Args): Throttled | null {
  const seconds = context.get(blockedSeconds);
  return seconds ? { outcome: "throttled", seconds } : null;
}

/** Signs the browser out, if it was signed in. */
export async function logOut(args: Args): Promise<Headers> {
  const db = args.context.get(systemDb);
  const { isSecure } = args.context.get(requestInfo);
  args.context.set(signedInAs, await findSignedIn(db, args.request));
  const { setCookie, wasLoggedIn } = await endSession(db, args.request, { isSecure });
  // Anyone can call this repeatedly, so only real sign-outs are recorded.
  if (wasLoggedIn) await recordOf(args, "logout", {});
  return new Headers({ "Set-Cookie": setCookie });
}

/** Checks the signed-in person's password, within the sign-in limits. */
export async function checkCurrentPassword(args: Args, password: string): Promise<Attempt> {
  const db = args.context.get(systemDb);
  const { ip } = args.context.get(requestInfo);
  const knownBrowser = await findKnownBrowser(db, args.request);
  const { person, email } = args.context.get(signedInAs) ?? OWNER;
  const tried = await attempt(db, { ip, knownBrowser }, async (lane) =>
    person === null
      ? isAdminPassword(db, password, lane)
      : (await findPersonByPassword(db, email, password, lane)) !== null,
  );
  if (tried.outcome === "wrong") await recordOf(args, "password.wrong", {});
  if (tried.outcome === "throttled") recordThrottledLogin(db, await actorOf(args));
  return tried;
}

/** Changes a person's own password and signs out their other browsers. */
export async function changeOwnPassword(args: Args, person: string, password: string): Promise<void> {
  const password_hash = await hashPassword(password);
  const keep = await sessionIdOf(args.request);
  const { rowCount } = await args.context.get(systemDb).transaction(async (tx) => {
    await tx.update(people).set({ password_hash }).where(eq(people.id, person));
    await endShortcuts(tx, person);
    await revokeInvitationOf(tx, person);
    return endSessionsOf(tx, person, keep);
  });
  await recordOf(args, "password.changed", { by: "panel", sessions: rowCount ?? 0 });
}

/**
 * Changes the site's password and signs out all other browsers.
 * @throws on a database error, before any change
 */
export async function changePassword(args: Args, password: string): Promise<void> {
  const db = args.context.get(systemDb);
  const keep = {
    session: await sessionIdOf(args.request),
    browser: await findKnownBrowser(db, args.request),
  };
  const sessions = await changeAdminPassword(db, password, args.context.get(configContext), keep);
  await recordOf(args, "password.changed", { by: "panel", sessions });
}
