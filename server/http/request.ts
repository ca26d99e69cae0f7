// Converts a Node request for the app, and answers questions about its connection.
import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Config } from "../../app/platform/config.server.ts";
import type { RequestInfo } from "../../app/platform/http/context.server.ts";
import { clientIp, isSecure } from "./client-ip.ts";
import { SECURITY_HEADERS } from "./security-headers.ts";

/** Identifies a request in the log and in its response. */
export const REQUEST_ID = "X-Request-Id";
/** As proxies and load balancers write it. */
const ID = /^[\w.:-]{8,64}$/;

/** Returns the id that a trusted proxy gave the request, else a new one. */
export function requestId({ headers }: IncomingMessage, { trustProxy }: Pick<Config, "trustProxy">): string {
  const given = trustProxy > 0 ? headers["x-request-id"] : undefined;
  return typeof given === "string" && ID.test(given) ? given : randomUUID();
}

/** Returns the facts of a request. */
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

/** Returns the header that only https responses have, alternating name and value. */
export const transportSecurity = (req: IncomingMessage, config: Config) =>
  isSecure(req, config) ? TRANSPORT_SECURITY : undefined;
export const HSTS = "max-age=31536000";
const TRANSPORT_SECURITY = ["Strict-Transport-Security", HSTS];

/** Browsers name the page that a write came from; anything but this site's own pages is refused. */
export function isSameOrigin(req: IncomingMessage, config: Config): boolean {
  if (req.method === "GET" || req.method === "HEAD" || req.method === "OPTIONS") return true;
  const { origin, host } = req.headers;
  if (origin === undefined) return req.headers["sec-fetch-site"] !== "cross-site";
  return origin === config.siteUrl || origin === `http://${host}` || origin === `https://${host}`;
}

/** Returns whether a request names more than one host: a proxy in front may have used the other one (RFC 9112, 3.2). */
export function namesSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]!.toLowerCase() === "host") hosts++;
  return hosts > 1;
}

/** Returns the path and query of an absolute-form target, as sent to proxies; `*`, for the whole server, has none. */
export function originForm(target: string): string {
  const url = URL.parse(target);
  return url ? url.pathname + url.search : "/";
}

/** Converts the headers for the app. @param type of the body, if it differs from what the request says */
export function toHeaders(req: IncomingMessage, type?: string): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    // React Router's internal headers would control it from outside; the site never sends them.
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

export const panelPolicy = (nonce: string) =>
  `default-src 'self'; script-src 'nonce-${nonce}' 'strict-dynamic'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: https:; connect-src 'self'${import.meta.env.DEV ? " ws:" : ""}; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

/** Redirects to the panel's own spelling of the path, with the same method and body; no cache may store it. */
export function redirectToPanel(res: ServerResponse, location: string) {
  const own = ["Cache-Control", "no-store", "X-Robots-Tag", "noindex, nofollow", "Location", location];
  res.writeHead(308, [...SECURITY_HEADERS, ...own]).end();
}
