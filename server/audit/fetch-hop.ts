import http, { type IncomingMessage } from "node:http";
import type net from "node:net";
import type { TLSSocket } from "node:tls";
import { bareHost, judgeAddress } from "../../app/platform/http/website.ts";
import { Failed, HOP_LIMITS, type HopLimits, openConnection, withAbort } from "./connect.ts";
import type { Network } from "./network.ts";
import { type Body, readBody, UnreadableBody } from "./read-body.ts";

export type Outlet = {
  network: Network;
  userAgent: string;
  /** Our own host is never requested. */
  ownHost: string;
  limits?: HopLimits;
  /** The clock that times responses, in milliseconds; `performance.now` by default. */
  now?: () => number;
};

type Certificate = { from: Date; until: Date };

/** What to send instead of asking for a page. */
export type Post = { headers: Record<string, string>; body: string };

export type Answer = {
  url: string;
  status: number;
  headers: http.IncomingHttpHeaders;
  robotsTags: string[];
  body: Body;
  /** Excludes the time to connect. */
  firstByteMs: number;
  /** null for http, or if the dates can't be read */
  certificate: Certificate | null;
};

export const REDIRECT = [301, 302, 303, 307, 308];

const HEADERS_MAX_BYTES = 16_384;
const ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

/**
 * Sends one request to a URL, if the guard allows it. Doesn't follow redirects.
 * @param bytes how much of the body to read; with 0, closes the connection after the headers
 * @param signal aborts everything, including the DNS lookup
 * @param post was received once there's a status, so what follows the headers can't fail
 * @throws Failed, and nothing else
 */
export async function fetchHop(
  address: URL,
  bytes: number,
  outlet: Outlet,
  signal: AbortSignal,
  post?: Post,
): Promise<Answer> {
  const url = judgeAddress(address);
  if (!url || bareHost(url.hostname) === bareHost(outlet.ownHost)) throw new Failed("refused");
  const { limits = HOP_LIMITS, now = () => performance.now() } = outlet;
  const limited = AbortSignal.any([signal, AbortSignal.timeout(limits.hopMs)]);
  let socket: net.Socket | undefined;
  try {
    socket = await openConnection(url, outlet, limited);
    const certificate = certificateOf(socket);
    const startedAt = now();
    const response = await withAbort(ask(socket, url, outlet.userAgent, post), limited);
    const firstByteMs = Math.round(now() - startedAt);
    const { statusCode: status = 0, headers } = response;
    const isRead = bytes > 0 && !REDIRECT.includes(status);
    const reading = isRead ? withAbort(readBody(response, bytes), limited) : EMPTY;
    const body = await (post ? Promise.resolve(reading).catch(() => EMPTY) : reading);
    const robotsTags = response.headersDistinct["x-robots-tag"] ?? [];
    return { url: url.href, status, headers, robotsTags, body, firstByteMs, certificate };
  } catch (error) {
    if (error instanceof Failed) throw error;
    if (limited.aborted) throw new Failed("time-out");
    throw new Failed(isUnreadable(error) ? "unreadable" : "unreachable", { cause: error });
  } finally {
    socket?.destroy();
  }
}

const EMPTY: Body = { bytes: Buffer.alloc(0), isCut: false, encoding: "" };

const isUnreadable = (error: unknown) =>
  error instanceof UnreadableBody || String((error as NodeJS.ErrnoException).code).startsWith("HPE_");

function ask(socket: net.Socket, url: URL, userAgent: string, post?: Post): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = http.request({
      createConnection: () => socket,
      method: post ? "POST" : "GET",
      path: url.pathname + url.search,
      headers: {
        Host: url.host,
        "User-Agent": userAgent,
        Accept: ACCEPT,
        "Accept-Encoding": "gzip, br",
        Connection: "close",
        ...(post && { "Content-Length": String(Buffer.byteLength(post.body)), ...post.headers }),
      },
      maxHeaderSize: HEADERS_MAX_BYTES,
    });
    request.on("response", (response) => {
      // A response can emit errors after its body was cut off.
      response.on("error", () => {});
      resolve(response);
    });
    request.on("error", reject);
    // An upgrade closes the request without an error.
    request.on("close", () => reject(new UnreadableBody("There was no response")));
    request.end(post?.body);
  });
}

function certificateOf(socket: net.Socket): Certificate | null {
  if (!("getPeerCertificate" in socket)) return null;
  const { valid_from, valid_to } = (socket as TLSSocket).getPeerCertificate();
  const [from, until] = [new Date(valid_from), new Date(valid_to)];
  return Number.isNaN(from.getTime()) || Number.isNaN(until.getTime()) ? null : { from, until };
}
