import { countAttempt, type Limit } from "../../platform/database/rate-limit.server.ts";
import { configContext, requestInfo, systemDb } from "../../platform/http/context.server.ts";
import { networkOf } from "../../platform/http/network.ts";
import type { SignedIn } from "../staff/rights.ts";
import type { Args } from "./actor.server.ts";
import { checkCode, type WrongCode } from "./check.server.ts";
import type { Assertion } from "./factor-rules.ts";
import { findFactors } from "./factors.server.ts";
import { findKnownBrowser, isTrustedBrowser } from "./known-browser.server.ts";
import { type CorrectPassword, completeSignIn } from "./login.server.ts";
import { assertionOptions, checkPasskey } from "./passkeys.server.ts";
import { findSignedIn } from "./session.server.ts";
import {
  endStep,
  findSignInKey,
  findStep,
  newSignInKey,
  saveChallenge,
  spendChallenge,
  startStep,
} from "./steps.server.ts";
import type { Throttled } from "./throttle.server.ts";

/**
 * Continues after a correct password. Creates a session, or starts the second step if the person has a factor
 * and this browser isn't trusted.
 * @returns headers to send, and the person's factors if one is required
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
/** `expired`: the step took too long or has already ended. */
export type FactorAttempt =
  | { outcome: "right"; who: SignedIn; headers: Headers }
  | { outcome: "expired" }
  | ((WrongCode | Throttled) & { factors: Factors });

/**
 * Finishes a sign-in with an app or recovery code.
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

/** Passkey challenges per network. Each expires after 10 minutes and allows one check. */
const CHALLENGES: Limit = { name: "passkey", points: 60, seconds: 15 * 60 };

/**
 * Starts a sign-in with a passkey. If someone has entered a password or is signed in, only their passkeys are
 * allowed.
 * @returns options for the browser, and headers that tie the challenge to it
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
 * Signs in the person whose passkey was used, without further factors. A challenge can be used once.
 * @param email email address of the only person to accept, empty for the owner with the site's password; null accepts
 * anyone
 * @returns headers to send; null if the response or challenge is invalid
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
