// /metrics (CONTRACT) is for programs on this machine or with METRICS_TOKEN.
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
const OF_PROXIES = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"]
  .concat(["x-real-ip", "via", "cf-connecting-ip", "true-client-ip"])
  .concat(["x-forwarded-server", "x-forwarded-port", "x-original-forwarded-for"]);
const HEADERS = [
  ...SECURITY_HEADERS,
  ...["Content-Type", "text/plain; version=0.0.4; charset=utf-8"],
  ...["Cache-Control", "no-store"],
];

/**
 * Behind a proxy on this machine, all connections are local. The proxy's headers or a different Host reveal requests
 * from outside. nginx adds no headers by default, so a public site must also set TRUST_PROXY.
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
 * Answers /metrics. Without permission, the path looks missing; a wrong token gets a 401 if METRICS_TOKEN is set.
 * @param gather returns the metrics of all processes
 * @returns a function that returns a promise if it answers, and false for other requests
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
