// The gate of the control panel.
import { randomUUID } from "node:crypto";
import { data, href, redirect } from "react-router";
import { refusals } from "../../copy/refusals.ts";
import { sessionMark } from "../../features/sign-in/actor.server.ts";
import { noticeCookie } from "../../features/sign-in/notice.server.ts";
import { requirePanelPage } from "../../features/sign-in/panel-page.server.ts";
import { findSignedIn, sessionIdOf } from "../../features/sign-in/session.server.ts";
import { hasRight } from "../../features/staff/rights.ts";
import { rightOf } from "../../features/staff/route-rights.ts";
import { signedInAs } from "../../features/staff/signed-in.server.ts";
import { EDITOR_ROLE, hasEditorRole } from "../../platform/database/editor-role.server.ts";
import { inNameOf } from "../../platform/database/session-writes.server.ts";
import { configContext, operationId, ownerDb, requestInfo } from "../../platform/http/context.server.ts";
import { coarseNetworkOf } from "../../platform/http/network.ts";
import type { Route } from "./+types/layout";

/** Requires a session for every route in this layout (SPEC 6, decision 0035.1). */
const requireLogin: Route.MiddlewareFunction = async ({ request, context, pattern }, next) => {
  const network = coarseNetworkOf(context.get(requestInfo).ip);
  const who = await findSignedIn(context.get(ownerDb), request, network);
  if (who) {
    // Tabs that the role can't see return a 404.
    if (!hasRight(who.role, rightOf(pattern))) throw data(refusals.nothing, { status: 404 });
    context.set(signedInAs, who);
    return next();
  }
  if (request.method === "GET" || request.method === "HEAD") {
    const isReset = context.get(configContext).demo && (await sessionIdOf(request)) !== null;
    const headers = isReset ? { "Set-Cookie": await noticeCookie(request, "demo-reset") } : undefined;
    throw redirect(href("/admin-control-panel-seoprozone"), { headers });
  }
  // Not a redirect: the sign-in dialog opens over the form, so nothing typed is lost.
  throw data("You are logged out.", { status: 401 });
};

/**
 * Records each write's session and person in the history (decision 0049). Runs editors' requests as a
 * database role that can't read the owner's data (decision 0008).
 */
const nameWrites: Route.MiddlewareFunction = async ({ request, context }, next) => {
  const isRead = request.method === "GET" || request.method === "HEAD";
  const { person, role } = context.get(signedInAs)!;
  const db = context.get(ownerDb);
  const asRole = role === "editor" && (await hasEditorRole(db)) ? EDITOR_ROLE : null;
  const session = isRead && !asRole ? null : await sessionIdOf(request);
  if (session) {
    const operation = randomUUID();
    context.set(operationId, operation);
    context.set(ownerDb, inNameOf(db, sessionMark(session), operation, person, asRole));
  }
  return next();
};
/** Who may use which route, and in whose name. */
export const gate: Route.MiddlewareFunction[] = [requireLogin, requirePanelPage, nameWrites];
