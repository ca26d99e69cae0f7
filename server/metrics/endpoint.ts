// GET /metrics (CONTRACT): for programs on this machine, or ones that have METRICS_TOKEN.
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { refusals } from "../../app/copy/refusals.ts";
import type { Config } from "../../app/platform/config.server.ts";
import { parseAddress } from "../http/client-ip.ts";
import { refuse } from "../http/refuse.ts";
import { SECURITY_HEADERS } from "../http/security-headers.ts";
import { type Sample, writeSamples } from "./samples.ts";

const ENDPOINT = /^\/metrics\/?(?:\?|$)/;
const LOOPBACK = /^(127\.[\d.]+|::1)$/;
const LOOPBACK_HOST = /^(localhost|127\.[\d.]+|\[::1\])(:\d+)?$/i;
/** What proxies and CDNs add to a request that they pass on. */
const OF_PROXIES = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"]
  .concat(["x-real-ip", "via", "cf-connecting-ip", "true-client-ip"])
  .concat(["x-forwarded-server", "x-forwarded-port", "x-original-forwarded-for"]);
const HEADERS = [
  ...SECURITY_HEADERS,
  ...["Content-Type", "text/plain; version=0.0.4; charset=utf-8"],
  ...["Cache-Control", "no-store"],
];

/**
 * Returns whether a request may read the metrics. With a proxy on this machine, every visitor's connection comes from
 * this machine: a request with a trace of a proxy, or for another host name than this machine's, is external. nginx
 * with default settings adds no trace at all (and uses HTTP/1.1 since 1.29.7), so on a public site, the absence of one
 * only counts if TRUST_PROXY says that the proxy adds it.
 */
function mayReadMetrics(req: IncomingMessage, config: Rules): boolean {
  const { metricsToken, siteUrl, trustProxy } = config;
  const { headers, socket, httpVersion } = req;
  if (headers.authorization !== undefined) {
    const [, token = ""] = /^Bearer +(\S+)$/i.exec(headers.authorization) ?? [];
    return metricsToken !== undefined && isSame(token, metricsToken);
  }
  const isPublic = !LOOPBACK_HOST.test(new URL(siteUrl).host);
  return (
    (!isPublic || trustProxy > 0) &&
    LOOPBACK.test(parseAddress(socket.remoteAddress ?? "") ?? "") &&
    httpVersion === "1.1" &&
    LOOPBACK_HOST.test(headers.host ?? "") &&
    OF_PROXIES.every((name) => headers[name] === undefined)
  );
}

type Rules = Pick<Config, "metricsToken" | "siteUrl" | "trustProxy">;

const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other));
const digest = (text: string) => createHash("sha256").update(text).digest();

/**
 * Answers /metrics; without permission, it looks like a path that doesn't exist.
 * @param gather returns the metrics of all the site's processes
 * @returns a function that returns a promise if it answers, false for every other path
 */
export function metricsEndpoint(config: Rules, gather: () => Promise<Sample[]>) {
  return (req: IncomingMessage, res: ServerResponse): false | Promise<void> => {
    if (!ENDPOINT.test(req.url!) || (req.method !== "GET" && req.method !== "HEAD")) return false;
    return answer(req, res);
  };

  async function answer(req: IncomingMessage, res: ServerResponse) {
    if (!mayReadMetrics(req, config)) {
      if (config.metricsToken === undefined || req.headers.authorization === undefined)
        return refuse(req, res, 404, refusals.nothing);
      return refuse(req, res, 401, refusals.nothing, { "WWW-Authenticate": "Bearer" });
    }
    const body = writeSamples(await gather());
    res.writeHead(200, [...HEADERS, "Content-Length", String(Buffer.byteLength(body))]);
    res.end(body);
  }
}
