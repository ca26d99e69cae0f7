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
 * The key that a page of the panel holds. A script gets hold of it only where it can read such a page: that asks for a
 * key itself, is framed by nobody, and opens apart from the page that opened it (server/app.ts). It is the same for all
 * logins, so that a login which is renewed in place goes on.
 * @throws on a database fault
 */
export const pageKeyOf = async (db: Database): Promise<string> =>
  (await secretOf(db, "panel-page")).toString("base64url");

/**
 * Stands before everything behind the login: pages are given to the browser itself, all else to a page of the panel;
 * what is neither is refused with 403. Browsers say which it is (W3C Fetch Metadata), and no script can say otherwise;
 * where none says so, nothing can be told apart and nothing is refused.
 */
export const requirePanelPage: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { headers, method } = request;
  const isRead = method === "GET" || method === "HEAD";
  const isNavigation = isRead && headers.get("Sec-Fetch-Mode") === "navigate";
  if (isNavigation || !headers.has("Sec-Fetch-Site")) return next();
  if (isSame(headers.get(PAGE_KEY) ?? "", await pageKeyOf(context.get(ownerDb)))) return next();
  throw data(refusals.notOfPanel, { status: 403 });
};

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
