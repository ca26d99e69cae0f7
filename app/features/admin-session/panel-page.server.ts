// Checks that a request comes from a panel page. Public pages share its origin and cookies and run the owner's tags, so
// a script there could otherwise read and save everything in the owner's name.
import { createHmac, timingSafeEqual } from "node:crypto";
import { data, type MiddlewareFunction } from "react-router";
import { refusals } from "../../copy/refusals.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { secretOf } from "../../platform/database/secret.server.ts";
import { systemDb } from "../../platform/http/context.server.ts";
import { PAGE_KEY } from "./panel-page.ts";

/**
 * Returns the key that every panel page carries. Scripts on public pages can't read a panel page: the server returns it
 * only to navigations, public pages can't frame it, and windows they open are cut off from them
 * (`Cross-Origin-Opener-Policy`, server/app.ts). All sessions share the key, so an open page keeps working after a new
 * sign-in.
 */
export const pageKeyOf = async (db: Database): Promise<string> =>
  (await secretOf(db, "panel-page")).toString("base64url");

const DAY_MS = 86_400_000;

/**
 * Returns the key that the panel's frames put in the URL of the page they show. Public pages don't know it, so they
 * can't frame what the owner can see. It changes daily; the previous one stays valid.
 */
export const frameKeyOf = (db: Database, now = Date.now()) => dailyKey(db, "frame", now);

/**
 * Returns the key in the URLs of the panel's uploads, because browsers send a form's files without the page key. It
 * isn't the key that frames have, since framed pages can read their own URL.
 */
export const uploadKeyOf = (db: Database, now = Date.now()) => dailyKey(db, "upload", now);

const dailyKey = async (db: Database, use: "frame" | "upload", now: number): Promise<string> =>
  createHmac("sha256", await secretOf(db, "panel-page"))
    .update(`${use} ${Math.floor(now / DAY_MS)}`)
    .digest("base64url");

/** Like `isFromPanelPage`, for a form with an upload key in its URL. */
export async function isPanelUpload(
  request: Pick<Request, "headers" | "method">,
  db: Database,
  key: string | null,
) {
  if (await isFromPanelPage(request, db)) return true;
  const now = Date.now();
  const keys = await Promise.all([uploadKeyOf(db, now), uploadKeyOf(db, now - DAY_MS)]);
  return keys.some((one) => isSame(key ?? "", one));
}

/** Lets the panel frame a page if the URL has a valid frame key. */
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
 * Guards everything behind the sign-in: answers navigations and requests with the panel's key, and returns 403 for
 * anything else. Browsers mark navigations (W3C Fetch Metadata), and scripts can't forge the mark. Browsers that don't
 * send these headers aren't blocked.
 */
export const requirePanelPage: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (await isFromPanelPage(request, context.get(systemDb))) return next();
  throw data(refusals.notFromPanel, { status: 403 });
};

/** Does the same check for routes outside of React Router. */
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
