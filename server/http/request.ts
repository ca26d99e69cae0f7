import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { APPLY_SYSTEM_THEME } from "../../app/features/sign-in/theme.ts";
import type { Config } from "../../app/platform/config.server.ts";
import { FONT_SCRIPT, hashSource } from "../../app/platform/http/content-security-policy.ts";
import type { RequestInfo } from "../../app/platform/http/context.server.ts";
import { clientIp, isSecure } from "./client-ip.ts";
import { SECURITY_HEADERS } from "./security-headers.ts";

export const REQUEST_ID = "X-Request-Id";
/** Matches the ids that proxies and load balancers generate. */
const ID = /^[\w.:-]{8,64}$/;

/** Returns the id from a trusted proxy, or a new one. */
export function requestId({ headers }: IncomingMessage, { trustProxy }: Pick<Config, "trustProxy">): string {
  const given = trustProxy > 0 ? headers["x-request-id"] : undefined;
  return typeof given === "string" && ID.test(given) ? given : randomUUID();
}

export const describe = (
  req: IncomingMessage,
  config: Config,
  { id, isPanel }: { id: string; isPanel: boolean },
): RequestInfo => ({
  id,
  ip: clientIp(req, config),
  isSecure: isSecure(req, config),
  nonce: isPanel ? randomBytes(16).toString("base64") : undefined,
});

/** Returns the header for an https response, alternating name and value; undefined for http. */
export const transportSecurity = (req: IncomingMessage, config: Config) =>
  isSecure(req, config) ? TRANSPORT_SECURITY : undefined;
export const HSTS = "max-age=31536000";
const TRANSPORT_SECURITY = ["Strict-Transport-Security", HSTS];

/** Returns whether a write comes from this site's own pages, judging by the browser's headers. */
export function isSameOrigin(req: IncomingMessage, config: Config): boolean {
  if (req.method === "GET" || req.method === "HEAD" || req.method === "OPTIONS") return true;
  const { origin, host } = req.headers;
  // Browsers send "null" for a form on a page with `no-referrer`. They set Sec-Fetch-Site themselves, and to
  // "cross-site" for sandboxed frames, whose origin is "null" too.
  if (origin === "null" && req.headers["sec-fetch-site"] === "same-origin") return true;
  if (origin === undefined) return req.headers["sec-fetch-site"] !== "cross-site";
  return origin === config.siteUrl || origin === `http://${host}` || origin === `https://${host}`;
}

/** Returns whether a request has several Host headers. A proxy may use a different one than we do (RFC 9112, 3.2). */
export function namesSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]!.toLowerCase() === "host") hosts++;
  return hosts > 1;
}

/** Returns the path and query of an absolute-form target; "/" for `*`. */
export function originForm(target: string): string {
  const url = URL.parse(target);
  return url ? url.pathname + url.search : "/";
}

/** Converts the headers for the app. @param type overrides the request's Content-Type */
export function toHeaders(req: IncomingMessage, type?: string): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    // These headers control React Router internally.
    if (value === undefined || name.startsWith("x-react-router-") || name.startsWith(":")) continue;
    headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  if (type !== undefined) headers.set("Content-Type", type);
  return headers;
}

export const isHtml = ({ headers }: Response) =>
  headers.get("Content-Type")?.startsWith("text/html") ?? false;

export function abortedWith(res: ServerResponse): AbortSignal {
  const controller = new AbortController();
  res.once("close", () => {
    if (!res.writableFinished) controller.abort();
  });
  return controller.signal;
}

const THEME_SCRIPT = hashSource(APPLY_SYSTEM_THEME);

export const panelPolicy = (nonce: string) =>
  `default-src 'self'; script-src 'nonce-${nonce}' ${THEME_SCRIPT} ${FONT_SCRIPT} 'strict-dynamic'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: https:; connect-src 'self'${import.meta.env.DEV ? " ws:" : ""}; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

/** Redirects to the panel's canonical path, keeping method and body. */
export function redirectToPanel(res: ServerResponse, location: string) {
  const own = ["Cache-Control", "no-store", "X-Robots-Tag", "noindex, nofollow", "Location", location];
  res.writeHead(308, [...SECURITY_HEADERS, ...own]).end();
}
