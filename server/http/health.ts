// /livez, /readyz and /healthz (CONTRACT) answer within a second even if the database is down.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { DatabaseHealth } from "../postgres/database-health.ts";
import { SECURITY_HEADERS } from "./security-headers.ts";

/** Returns whether the process has started and isn't stopping. */
export type IsReady = () => boolean;

const ENDPOINT = /^\/(livez|readyz|healthz)\/?(?:\?|$)/;
const HEADERS = [
  ...SECURITY_HEADERS,
  ...["Content-Type", "application/json"],
  ...["Cache-Control", "no-store"],
  ...["Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"],
];
const RETRY_AFTER = ["Retry-After", "2"];
export const HEALTHY = JSON.stringify({ status: "ok" });
const UNAVAILABLE = JSON.stringify({ status: "unavailable" });

/**
 * Answers `/livez` (the process is running), `/readyz` (it takes requests, even without the database, because pages are
 * cached) and `/healthz` (the database answers too).
 * @returns a function that returns whether it answers a request
 */
export function healthEndpoints(database: DatabaseHealth, isReady: IsReady) {
  return (req: IncomingMessage, res: ServerResponse): boolean => {
    const [, endpoint] = (req.url && ENDPOINT.exec(req.url)) || [];
    if (!endpoint || (req.method !== "GET" && req.method !== "HEAD")) return false;
    if (endpoint === "livez") send(res, true);
    else if (endpoint === "readyz") send(res, isReady());
    else database.check().then((answers) => send(res, answers));
    return true;
  };
}

function send(res: ServerResponse, isWell: boolean) {
  const body = isWell ? HEALTHY : UNAVAILABLE;
  const headers = [...HEADERS, "Content-Length", String(Buffer.byteLength(body))];
  res.writeHead(isWell ? 200 : 503, isWell ? headers : [...headers, ...RETRY_AFTER]);
  // Node leaves out the body for HEAD.
  res.end(body);
}
