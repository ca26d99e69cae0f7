// Whether a request comes from a page of the panel. Public pages share its origin and its cookies, and the owner's tags
// run there: a script in one of them could fetch what the owner may read, and save in the owner's name.
import { createHmac, timingSafeEqual } from "node:crypto";
import { data, type MiddlewareFunction } from "react-router";
import { refusals } from "../../copy/refusals.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { secretOf } from "../../platform/database/secret.server.ts";
import { ownerDb } from "../../platform/http/context.server.ts";
import { PAGE_KEY } from "./panel-page.ts";

/**
 * The key that every page of the panel carries. A script on a public page cannot read such a page: the server gives it
 * to navigations only, no public page may frame it, and a window that a public page opens is cut off from that page
 * (`Cross-Origin-Opener-Policy`, server/app.ts). All logins share the key, so a renewed login keeps working in an open
 * page.
 */
export const pageKeyOf = async (db: Database): Promise<string> =>
  (await secretOf(db, "panel-page")).toString("base64url");

const DAY_MS = 86_400_000;

/**
 * What the panel's own frames name in the address of the page that they show: a public page knows it as little as the
 * page key, so it cannot frame what the owner may see. It is another one each day, and the one of before holds too.
 */
export const frameKeyOf = async (db: Database, now = Date.now()): Promise<string> =>
  createHmac("sha256", await secretOf(db, "panel-page"))
    .update(`frame ${Math.floor(now / DAY_MS)}`)
    .digest("base64url");

/** Lets the panel show a page within its own, where the address has the key for that. */
export async function letPanelFrame(page: Response, db: Database, key: string | null): Promise<Response> {
  const now = Date.now();
  const keys = await Promise.all([frameKeyOf(db, now), frameKeyOf(db, now - DAY_MS)]);
  if (!keys.some((one) => isSame(key ?? "", one))) return page;
  const policy = page.headers.get("Content-Security-Policy") ?? "";
  const framed = policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'");
  page.headers.set("Content-Security-Policy", framed);
  return page;
}

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
