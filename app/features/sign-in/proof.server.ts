// Requires recent proof of identity for harmful actions, in case someone else uses a signed-in browser.
import { eq, sql } from "drizzle-orm";
import { data, href, redirect } from "react-router";
import { refusals } from "../../copy/refusals.ts";
import { systemDb } from "../../platform/http/context.server.ts";
import { rightOfKind } from "../staff/rights.ts";
import { requireRight, signedInAs } from "../staff/signed-in.server.ts";
import { invitations, people } from "../staff/table.server.ts";
import type { Args } from "./actor.server.ts";
import { type CodeAttempt, checkCode } from "./check.server.ts";
import { isAppCode } from "./factor-rules.ts";
import { findFactors } from "./factors.server.ts";
import { passkeys, totp_secrets } from "./factors.table.server.ts";
import { checkCurrentPassword } from "./login.server.ts";
import { sessionIdOf } from "./session.server.ts";
import { admin_sessions } from "./table.server.ts";
import type { Attempt } from "./throttle.server.ts";

const MINUTES = 10;
/** If the site's password is the only way to sign in, a session is enough (SPEC 6). */
const IS_ASKED = sql`exists (select from ${people}) or exists (select from ${invitations}) or exists (select from ${passkeys})
  or exists (select from ${totp_secrets} where ${totp_secrets.confirmed_at} is not null)`;

/** Returns whether the session has recent proof, and whether this site requires it. */
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
 * Requires that a password, code or passkey was used in this session within the last 10 minutes.
 * @param isAlways whether to require it even if the site's password is the only way to sign in
 * @throws a 401 for a form, so the panel can ask and resubmit; a redirect for a download
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

/**
 * Requires the rights to write these kinds, and recent proof if any of them requires the right `everything`. What no
 * longer exists requires the right `content`.
 */
export async function requireKinds(args: Args, kinds: readonly string[]): Promise<void> {
  if (!kinds.length) requireRight(args.context, "content");
  for (const kind of kinds) requireRight(args.context, rightOfKind(kind));
  if (kinds.some((kind) => rightOfKind(kind) === "everything")) await requireProof(args);
}

/** Checks the person's password or app code. A correct one counts as recent proof. */
export async function prove(args: Args, typed: string): Promise<CodeAttempt | Attempt> {
  const person = args.context.get(signedInAs)?.person ?? null;
  // Without an app, six digits could still be ADMIN_PASSWORD.
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
