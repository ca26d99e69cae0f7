// Exports are given to a click, not to a script: one that runs on a public page of this origin could fetch what the
// owner may read, for as long as the owner is logged in.
import type { MiddlewareFunction } from "react-router";
import { refusals } from "../../copy/refusals.ts";
import { requestInfo } from "../../platform/http/context.server.ts";
import type { AuditDetails } from "../audit-log/events.ts";
import { type Args, recordOf } from "./actor.server.ts";

/** Of a link, and of one that is marked as a download (Chromium has no word for that). */
const DESTINATIONS = ["document", "empty"];
const SITES = ["same-origin", "none"];
/** What browsers take for safe without https (W3C Secure Contexts, 3.1). */
const LOOPBACK = /^(?:localhost|[^:]+\.localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i;

/**
 * Stands before a route that exports: whatever is not a navigation of the browser's own is refused with 403, and what
 * was exported is recorded in the security log. Asking for the head alone exports nothing.
 * @param what as the security log names it
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

/** Whether a browser followed a link or an address that was typed (W3C Fetch Metadata). No script can say so. */
function isClick({ request: { headers }, context }: Args): boolean {
  const mode = headers.get("Sec-Fetch-Mode");
  const site = headers.get("Sec-Fetch-Site");
  const destination = headers.get("Sec-Fetch-Dest");
  // Over plain http browsers send these headers to loopback only; a site at another address gets none of them.
  if (mode === null && site === null && destination === null)
    return !context.get(requestInfo).isSecure && !LOOPBACK.test(headers.get("Host") ?? "");
  return mode === "navigate" && SITES.includes(site ?? "") && DESTINATIONS.includes(destination ?? "");
}
