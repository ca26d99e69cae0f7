// Allows exports only after a click. Otherwise a script on a public page, which shares this origin, could fetch
// everything a signed-in owner can read.
import type { MiddlewareFunction } from "react-router";
import { refusals } from "../../copy/refusals.ts";
import { requestInfo } from "../../platform/http/context.server.ts";
import type { AuditDetails } from "../audit-log/events.ts";
import { type Args, recordOf } from "./actor.server.ts";

/** For a link, and for a link with `download` (which Chromium reports as empty). */
const DESTINATIONS = ["document", "empty"];
const SITES = ["same-origin", "none"];
/** Hosts that browsers trust without https (W3C Secure Contexts, 3.1). */
const LOOPBACK = /^(?:localhost|[^:]+\.localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i;

/**
 * Guards an export route: returns 403 unless the browser itself navigated there, and records the export in the security
 * log. HEAD requests export nothing.
 * @param what its name in the security log
 */
export const exportOf =
  (what: AuditDetails["export.made"]["what"]): MiddlewareFunction<Response> =>
  async (args, next) => {
    if (!isClick(args)) {
      const headers = { "Content-Type": "text/plain; charset=utf-8" };
      throw new Response(refusals.notClicked, { status: 403, headers });
    }
    const response = await next();
    if (args.request.method === "GET" && response.ok) await recordOf(args, "export.made", { what });
    return response;
  };

/**
 * Returns whether the browser followed a link or a typed URL (W3C Fetch Metadata). Scripts can't forge these
 * headers.
 */
function isClick({ request: { headers }, context }: Args): boolean {
  const mode = headers.get("Sec-Fetch-Mode");
  const site = headers.get("Sec-Fetch-Site");
  const destination = headers.get("Sec-Fetch-Dest");
  // Over plain http, browsers send these headers only to loopback; a site on any other host never gets them.
  if (mode === null && site === null && destination === null)
    return !context.get(requestInfo).isSecure && !LOOPBACK.test(headers.get("Host") ?? "");
  return mode === "navigate" && SITES.includes(site ?? "") && DESTINATIONS.includes(destination ?? "");
}
