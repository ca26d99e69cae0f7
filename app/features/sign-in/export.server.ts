// Exports require a click or a typed URL. Otherwise scripts on public pages, which share the origin, could read them.
import type { MiddlewareFunction } from "react-router";
import { refusals } from "../../copy/refusals.ts";
import { requestInfo } from "../../platform/http/context.server.ts";
import type { AuditDetails } from "../audit-log/events.ts";
import { type Args, recordOf } from "./actor.server.ts";
import { requireProof } from "./proof.server.ts";

/** Chromium sends "empty" for links with a `download` attribute. */
const DESTINATIONS = ["document", "empty"];
const SITES = ["same-origin", "none"];
/** Hosts that browsers trust without HTTPS (W3C Secure Contexts, 3.1). */
const LOOPBACK = /^(?:localhost|[^:]+\.localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i;

/**
 * Guards an export route and records the export in the security log. HEAD requests aren't recorded.
 * @throws a 403 response unless the browser navigated to the route; also whatever `requireProof` throws
 */
export const exportOf =
  (what: AuditDetails["export.made"]["what"]): MiddlewareFunction<Response> =>
  async (args, next) => {
    if (!isClick(args)) {
      const headers = { "Content-Type": "text/plain; charset=utf-8" };
      throw new Response(refusals.notClicked, { status: 403, headers });
    }
    await requireProof(args);
    const response = await next();
    if (args.request.method === "GET" && response.ok) await recordOf(args, "export.made", { what });
    return response;
  };

/**
 * Returns whether the user clicked a link or typed the URL. Scripts can't forge Fetch Metadata headers (W3C).
 */
function isClick({ request: { headers }, context }: Args): boolean {
  const mode = headers.get("Sec-Fetch-Mode");
  const site = headers.get("Sec-Fetch-Site");
  const destination = headers.get("Sec-Fetch-Dest");
  // Over plain HTTP, browsers send these headers only to loopback hosts.
  if (mode === null && site === null && destination === null)
    return !context.get(requestInfo).isSecure && !LOOPBACK.test(headers.get("Host") ?? "");
  return mode === "navigate" && SITES.includes(site ?? "") && DESTINATIONS.includes(destination ?? "");
}
