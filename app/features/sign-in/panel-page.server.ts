// Rejects requests from public pages. These pages share the panel's origin and cookies, so the owner's tracking
// code could otherwise read and change everything.
import { createHmac, timingSafeEqual } from "node:crypto";
import { data, type MiddlewareFunction } from "react-router";
import { refusals } from "../../copy/refusals.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { secretOf } from "../../platform/database/secret.server.ts";
import { systemDb } from "../../platform/http/context.server.ts";
import { PAGE_KEY } from "./panel-page.ts";

/**
 * Returns the key embedded in every panel page. Public pages can't read it: panel pages are served only to
 * navigations, can't be framed, and have their own opener policy (server/app.ts). The key isn't tied to a
 * session, so open pages keep working after a new sign-in.
 */
export const pageKeyOf = async (db: Database): Promise<string> =>
  (await secretOf(db, "panel-page")).toString("base64url");

const DAY_MS = 86_400_000;

/**
 * Returns the key for the URLs of pages that the panel shows in frames. Public pages don't know the key, so they
 * can't frame these pages. The key changes daily; yesterday's stays valid.
 */
export const frameKeyOf = (db: Database, now = Date.now()) => dailyKey(db, "frame", now);

/**
 * Returns the key that native form posts contain, since they can't send the page key. It differs from the frame
 * key, which framed pages can read from their URL.
 */
export const formKeyOf = (db: Database, now = Date.now()) => dailyKey(db, "form", now);

const dailyKey = async (db: Database, use: "frame" | "form", now: number): Promise<string> =>
  createHmac("sha256", await secretOf(db, "panel-page"))
    .update(`${use} ${Math.floor(now / DAY_MS)}`)
    .digest("base64url");

/** Returns whether `isFromPanelPage` accepts a form post, or `key` is a valid form key. */
export async function isPanelPost(
  request: Pick<Request, "headers" | "method">,
  db: Database,
  key: string | null,
) {
  if (await isFromPanelPage(request, db)) return true;
  const now = Date.now();
  const keys = await Promise.all([formKeyOf(db, now), formKeyOf(db, now - DAY_MS)]);
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
 * Guards the panel.
 * @throws a 403 if `isFromPanelPage` returns false
 */
export const requirePanelPage: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (await isFromPanelPage(request, context.get(systemDb))) return next();
  throw notFromPanel();
};

export const notFromPanel = () => data(refusals.notFromPanel, { status: 403 });

/**
 * Returns whether a request is a navigation or has the page key. Scripts can't forge Fetch Metadata headers.
 * Browsers that don't send them are accepted.
 */
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
