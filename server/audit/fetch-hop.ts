// Sends one request to a website, without following redirects.
import http, { type IncomingMessage } from "node:http";
import type net from "node:net";
import type { TLSSocket } from "node:tls";
import { judgeAddress } from "../../app/features/audit/website.ts";
import { Failed, openConnection, withAbort } from "./connect.ts";
import type { Network } from "./network.ts";
import { type Body, readBody, UnreadableBody } from "./read-body.ts";

/** The network to use, and who sends the requests. */
export type Outlet = {
  network: Network;
  userAgent: string /** of this site, which is never requested */;
  ownHost: string;
  /** the limit of each request, if it isn't the usual one */
  hopMs?: number;
};

/** A certificate's validity period. */
type Certificate = { from: Date; until: Date };

export type Answer = {
  url: string;
  status: number;
  headers: http.IncomingHttpHeaders;
  /** X-Robots-Tag, one entry per line */
  robotsTags: string[];
  body: Body;
  /** milliseconds from the request to the first byte of the response, without the connection */
  firstByteMs: number;
  /** https only */
  certificate: Certificate | null;
};

/** Redirect statuses, if there's a Location; their bodies aren't read. */
export const REDIRECT = [301, 302, 303, 307, 308];

const HOP_MS = 5_000;
const HEADERS_MAX_BYTES = 16_384;
const ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

/**
 * Sends one request to a URL, if the guard allows it.
 * @param bytes at most this much of the body is read; with 0, the connection is closed after the headers
 * @param signal aborts everything, including the DNS lookup; each request also has its own limit, 5 s by default
 * @throws Failed, and nothing else
 */
export async function fetchHop(
  address: URL,
  bytes: number,
  outlet: Outlet,
  signal: AbortSignal,
): Promise<Answer> {
  const url = judgeAddress(address);
  if (!url || bareHost(url.hostname) === bareHost(outlet.ownHost)) throw new Failed("refused");
  const limited = AbortSignal.any([signal, AbortSignal.timeout(outlet.hopMs ?? HOP_MS)]);
  let socket: net.Socket | undefined;
  try {
    socket = await openConnection(url, outlet.network, limited);
    const certificate = certificateOf(socket);
    const startedAt = performance.now();
    const response = await withAbort(ask(socket, url, outlet.userAgent), limited);
    const firstByteMs = Math.round(performance.now() - startedAt);
    const { statusCode: status = 0, headers } = response;
    const isRead = bytes > 0 && !REDIRECT.includes(status);
    const body = isRead ? await withAbort(readBody(response, bytes), limited) : EMPTY;
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

/** With or without www, it's the same website. */
const bareHost = (host: string) => host.toLowerCase().replace(/^www\./, "");

const isUnreadable = (error: unknown) =>
  error instanceof UnreadableBody || String((error as NodeJS.ErrnoException).code).startsWith("HPE_");

function ask(socket: net.Socket, url: URL, userAgent: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = http.request({
      createConnection: () => socket,
      path: url.pathname + url.search,
      headers: {
        Host: url.host,
        "User-Agent": userAgent,
        Accept: ACCEPT,
        "Accept-Encoding": "gzip, br",
        Connection: "close",
      },
      maxHeaderSize: HEADERS_MAX_BYTES,
    });
    request.on("response", (response) => {
      // Errors can occur until the body has been read, and even after it was cut off.
      response.on("error", () => {});
      resolve(response);
    });
    request.on("error", reject);
    // Something other than a response, such as an upgrade, ends without an error.
    request.on("close", () => reject(new UnreadableBody("There was no response")));
    request.end();
  });
}

function certificateOf(socket: net.Socket): Certificate | null {
  if (!("getPeerCertificate" in socket)) return null;
  const { valid_from, valid_to } = (socket as TLSSocket).getPeerCertificate();
  const [from, until] = [new Date(valid_from), new Date(valid_to)];
  return Number.isNaN(from.getTime()) || Number.isNaN(until.getTime()) ? null : { from, until };
}
