// Requires a recent proof of identity for the most harmful things someone could do in a browser left signed in.
import { eq, sql } from "drizzle-orm";
import { data, href, redirect } from "react-router";
import { refusals } from "../../copy/refusals.ts";
import { systemDb } from "../../platform/http/context.server.ts";
import type { Args } from "../admin-session/actor.server.ts";
import { checkCurrentPassword } from "../admin-session/login.server.ts";
import { sessionIdOf } from "../admin-session/session.server.ts";
import { admin_sessions } from "../admin-session/table.server.ts";
import type { Attempt } from "../admin-session/throttle.server.ts";
import { rightOfKind } from "../people/rights.ts";
import { requireRight, signedInAs } from "../people/signed-in.server.ts";
import { invitations, people } from "../people/table.server.ts";
import { type CodeAttempt, checkCode } from "./check.server.ts";
import { findFactors } from "./factors.server.ts";
import { isAppCode } from "./rules.ts";
import { passkeys, totp_secrets } from "./table.server.ts";

const MINUTES = 10;
/** If there's only the one password, a session is enough, as in SPEC 6. */
const IS_ASKED = sql`exists (select from ${people}) or exists (select from ${invitations}) or exists (select from ${passkeys})
  or exists (select from ${totp_secrets} where ${totp_secrets.confirmed_at} is not null)`;

/** Returns whether the request's session has a recent proof, and whether this site asks for one. */
export async function readProof({ request, context }: Args) {
  const [row] = await context
    .get(systemDb)
    .select({
      isProven: sql<boolean>`${admin_sessions.proven_at} > now() - make_interval(mins => ${MINUTES})`,
      isAsked: sql<boolean>`${IS_ASKED}`,
    })
    .from(admin_sessions)
    .where(eq(admin_sessions.id_hash, (await sessionIdOf(request)) ?? ""));
  return row ?? { isProven: false, isAsked: true };
}

/**
 * Requires that the request's session sent a password, code or passkey within the last 10 minutes.
 * @param isAlways requires it even if no one has a second factor or was invited
 * @throws a 401 for a form: the panel asks for the proof and sends it again; a redirect to that question for a download
 */
export async function requireProof(args: Args, isAlways = false): Promise<void> {
  const { isProven, isAsked } = await readProof(args);
  if (isProven || !(isAlways || isAsked)) return;
  const { method, url } = args.request;
  if (method === "POST") throw data(refusals.confirm, { status: 401 });
  const { pathname, search } = new URL(url);
  const query = new URLSearchParams({ to: pathname + search });
  throw redirect(`${href("/admin-control-panel-seoprozone/confirm")}?${query}`);
}

/** Requires the right to each kind of record that a write affects, and a recent proof for settings. */
export async function requireKinds(args: Args, kinds: readonly string[]): Promise<void> {
  for (const kind of kinds) requireRight(args.context, rightOfKind(kind));
  if (kinds.some((kind) => rightOfKind(kind) === "everything")) await requireProof(args);
}

/**
 * Checks the password of the person who is signed in, or a current code from their app. A correct one renews their
 * session's proof.
 */
export async function prove(args: Args, typed: string): Promise<CodeAttempt | Attempt> {
  const person = args.context.get(signedInAs)?.person ?? null;
  // ADMIN_PASSWORD may be six digits, too.
  const { hasApp } = await findFactors(args.context.get(systemDb), person);
  const tried =
    hasApp && isAppCode(typed)
      ? await checkCode(args, person, typed)
      : await checkCurrentPassword(args, typed);
  if (tried.outcome === "right")
    await args.context
      .get(systemDb)
      .update(admin_sessions)
      .set({ proven_at: sql`now()` })
      .where(eq(admin_sessions.id_hash, (await sessionIdOf(args.request)) ?? ""));
  return tried;
}
