// The second step of a sign-in, from a right password to a session.
import { requestInfo, systemDb } from "../../platform/http/context.server.ts";
import type { Args } from "../admin-session/actor.server.ts";
import { findKnownBrowser, isTrustedBrowser } from "../admin-session/known-browser.server.ts";
import { completeSignIn, type RightPassword } from "../admin-session/login.server.ts";
import type { Throttled } from "../admin-session/throttle.server.ts";
import type { SignedIn } from "../people/rights.ts";
import { checkCode, type WrongCode } from "./check.server.ts";
import { hasFactor } from "./factors.server.ts";
import { endStep, findStep, startStep } from "./steps.server.ts";

/**
 * A right password continues with a session, or with the second factor if the person has one and this browser may not
 * skip it. There's no session before that.
 */
export type AfterPassword = { outcome: "signed-in" | "factor"; headers: Headers };

/** Continues after a right password. */
export async function continueSignIn(args: Args, right: RightPassword): Promise<AfterPassword> {
  const db = args.context.get(systemDb);
  const { isSecure } = args.context.get(requestInfo);
  const { who, knownBrowser } = right;
  const isAsked =
    (await hasFactor(db, who.person)) &&
    !(knownBrowser && (await isTrustedBrowser(db, knownBrowser, who.person)));
  if (!isAsked) return { outcome: "signed-in", headers: await completeSignIn(args, right) };
  const setCookie = await startStep(db, args.request, who.person, { isSecure });
  return { outcome: "factor", headers: new Headers({ "Set-Cookie": setCookie }) };
}

/** `expired`: the step took too long, or something else has finished or ended it. */
export type FactorAttempt =
  | { outcome: "right"; who: SignedIn; headers: Headers }
  | { outcome: "expired" }
  | WrongCode
  | Throttled;

/**
 * Finishes a sign-in with a code of the app or a recovery code.
 * @param isTrusted whether this browser may skip the factor for 30 days
 */
export async function finishSignIn(args: Args, typed: string, isTrusted: boolean): Promise<FactorAttempt> {
  const { request, context } = args;
  const db = context.get(systemDb);
  const step = await findStep(db, request);
  if (!step) return { outcome: "expired" };
  const { who, id_hash } = step;
  const attempt = await checkCode(args, who.person, typed);
  if (attempt.outcome !== "right") return attempt;
  const forget = await endStep(db, request, id_hash, context.get(requestInfo));
  if (forget === null) return { outcome: "expired" };
  const knownBrowser = await findKnownBrowser(db, request);
  const headers = await completeSignIn(args, { who, knownBrowser, factor: { by: attempt.by, isTrusted } });
  headers.append("Set-Cookie", forget);
  return { outcome: "right", who, headers };
}
