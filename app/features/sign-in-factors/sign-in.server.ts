// Sign-ins with a second factor: from a correct password to a session, or with a passkey alone.
import { countAttempt, type Limit } from "../../platform/database/rate-limit.server.ts";
import { configContext, requestInfo, systemDb } from "../../platform/http/context.server.ts";
import { networkOf } from "../../platform/http/network.ts";
import type { Args } from "../admin-session/actor.server.ts";
import { findKnownBrowser, isTrustedBrowser } from "../admin-session/known-browser.server.ts";
import { type CorrectPassword, completeSignIn } from "../admin-session/login.server.ts";
import { findSignedIn } from "../admin-session/session.server.ts";
import type { Throttled } from "../admin-session/throttle.server.ts";
import type { SignedIn } from "../people/rights.ts";
import { checkCode, type WrongCode } from "./check.server.ts";
import { findFactors } from "./factors.server.ts";
import { assertionOptions, checkPasskey } from "./passkeys.server.ts";
import type { Assertion } from "./rules.ts";
import {
  endStep,
  findSignInKey,
  findStep,
  newSignInKey,
  saveChallenge,
  spendChallenge,
  startStep,
} from "./steps.server.ts";

/**
 * Continues after a correct password: with a session, or with the second factor if the person has one and this browser
 * may not skip it. There's no session before that.
 * @returns the headers that do it; the person's factors if one is asked for
 */
export async function continueSignIn(args: Args, right: CorrectPassword) {
  const db = args.context.get(systemDb);
  const { isSecure } = args.context.get(requestInfo);
  const { who, knownBrowser } = right;
  const factors = await findFactors(db, who.person);
  const isAsked =
    (factors.hasApp || factors.hasPasskey) &&
    !(knownBrowser && (await isTrustedBrowser(db, knownBrowser, who.person)));
  if (!isAsked) return { headers: await completeSignIn(args, right) };
  const setCookie = await startStep(db, args.request, who.person, { isSecure });
  return { factors, headers: new Headers({ "Set-Cookie": setCookie }) };
}

type Factors = Awaited<ReturnType<typeof findFactors>>;
/** `expired`: the step took too long, or something else has finished or ended it. */
export type FactorAttempt =
  | { outcome: "right"; who: SignedIn; headers: Headers }
  | { outcome: "expired" }
  | ((WrongCode | Throttled) & { factors: Factors });

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
  if (attempt.outcome !== "right") return { ...attempt, factors: await findFactors(db, who.person) };
  const forget = await endStep(db, request, id_hash, context.get(requestInfo));
  if (forget === null) return { outcome: "expired" };
  const knownBrowser = await findKnownBrowser(db, request);
  const headers = await completeSignIn(args, { who, knownBrowser, factor: { by: attempt.by, isTrusted } });
  headers.append("Set-Cookie", forget);
  return { outcome: "right", who, headers };
}

/** How many passkey challenges a network may request. Each is stored for 10 minutes and allows at most one check. */
const CHALLENGES: Limit = { name: "passkey", points: 60, seconds: 15 * 60 };

/**
 * Starts a sign-in with a passkey: anyone's, or only that of the person who sent the password or has the session.
 * @returns what the browser needs, with the headers that tie the challenge to it
 */
export async function startPasskey(args: Args) {
  const { request, context } = args;
  const db = context.get(systemDb);
  const { ip, isSecure } = context.get(requestInfo);
  const seconds = await countAttempt(db, CHALLENGES, networkOf(ip));
  if (seconds) return { outcome: "throttled" as const, seconds };
  const who = (await findStep(db, request))?.who ?? (await findSignedIn(db, request));
  const options = await assertionOptions(db, context.get(configContext), who?.person);
  const { key, setCookie } = await newSignInKey(request, { isSecure });
  await saveChallenge(db, key, options.challenge, who?.person ?? null);
  return { outcome: "started" as const, options, headers: new Headers({ "Set-Cookie": setCookie }) };
}

/**
 * Signs a passkey's person in; it's as good as a password and a code. A challenge is used up by the first answer.
 * @param email of the only person accepted, empty for the one-password owner; null to accept anyone
 * @returns the headers that do it; null if the answer or the challenge is invalid
 */
export async function finishPasskey(
  args: Args,
  response: Assertion,
  email: string | null,
): Promise<Headers | null> {
  const { request, context } = args;
  const db = context.get(systemDb);
  const key = await findSignInKey(request);
  const challenge = key && (await spendChallenge(db, key));
  const who = challenge && (await checkPasskey(db, context.get(configContext), response, challenge));
  if (!who || (email !== null && who.email !== email)) return null;
  const knownBrowser = await findKnownBrowser(db, request);
  const headers = await completeSignIn(args, {
    who,
    knownBrowser,
    factor: { by: "passkey", isTrusted: false },
  });
  const step = await findStep(db, request);
  const forget = step && (await endStep(db, request, step.id_hash, context.get(requestInfo)));
  if (forget) headers.append("Set-Cookie", forget);
  return headers;
}
