// Whether a request comes from a page of the panel. Public pages share its origin and its cookies, and the owner's tags
// run there: a script in one of them could fetch what the owner may read, and save in the owner's name.
import { timingSafeEqual } from "node:crypto";
import { data, type MiddlewareFunction } from "react-router";
import { refusals } from "../../copy/refusals.ts";
import { ownerDb } from "../../platform/context.server.ts";
import type { Database } from "../../platform/database.server.ts";
import { secretOf } from "../../platform/secret.server.ts";
import { PAGE_KEY } from "./panel-page.ts";

/**
 * The key that every page of the panel carries. A script on a public page cannot read such a page: the server gives it
 * to navigations only, no page may frame it, and a window that a public page opens is cut off from that page
 * (`Cross-Origin-Opener-Policy`, server/app.ts). All logins share the key, so a renewed login keeps working in an open
 * page.
 */
export const pageKeyOf = async (db: Database): Promise<string> =>
  (await secretOf(db, "panel-page")).toString("base64url");

/**
 * Guards everything behind the login: the server answers navigations of the browser, and requests that carry the
 * panel's key; it refuses all others with 403. Browsers mark navigations (W3C Fetch Metadata), and no script can forge
 * the mark. A browser that sends no such header is not refused.
 */
export const requirePanelPage: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (await isFromPanelPage(request, context.get(ownerDb))) return next();
  throw data(refusals.notOfPanel, { status: 403 });
};

/** The same question where React Router does not answer. */
export async function isFromPanelPage(
  { headers, method }: Pick<Request, "headers" | "method">,
  db: Database,
): Promise<boolean> {
  const isRead = method === "GET" || method === "HEAD";
  const isNavigation = isRead && headers.get("Sec-Fetch-Mode") === "navigate";
  if (isNavigation || !headers.has("Sec-Fetch-Site")) return true;
  return isSame(headers.get(PAGE_KEY) ?? "", await pageKeyOf(db));
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
