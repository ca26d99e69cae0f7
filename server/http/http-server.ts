// The HTTP server: its limits, and how it stops without dropping anyone.
import { createServer, type IncomingMessage, type Server, STATUS_CODES } from "node:http";
import { Server as NetServer } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { Config } from "../../app/platform/config.server.ts";
import type { Log } from "../../app/platform/log.server.ts";
import { isUpload } from "./panel-path.ts";
import { hasBody } from "./refuse.ts";

/** Limits of a visitor's connection. */
const LIMITS = {
  headersTimeout: 15_000,
  // A 25 MB image over a slow line; `uploads.ts` has its own limits, and all other bodies have `BODY_MS`.
  requestTimeout: 45 * 60_000,
  connectionsCheckingInterval: 5_000,
};
/**
 * How long a connection stays open for further requests. Longer than proxies keep theirs (nginx and load balancers 60
 * s, Traefik 90, Caddy 120): the proxy must be the one to close it, or a form is sent into a connection that was just
 * closed.
 */
const KEEP_ALIVE_MS = { direct: 7_000, behindProxy: 125_000 };
const SILENT_SOCKET_MS = 60_000;
/** How long a body may take, except for uploads. */
const BODY_MS = 30_000;

/** Creates a server with this site's limits, not listening yet. */
export function createHttpServer({ trustProxy }: Config, log: Log): Server {
  const keepAliveTimeout = KEEP_ALIVE_MS[trustProxy > 0 ? "behindProxy" : "direct"];
  const server = createServer({ ...LIMITS, keepAliveTimeout });
  server.setTimeout(SILENT_SOCKET_MS);
  // A connection couldn't be accepted, for example because the process has no file descriptors left.
  server.on("error", (error) => {
    if (server.listening) log.error({ err: error }, "A connection couldn't be accepted");
  });
  server.on("clientError", (error: BrokenRequest, socket) => answerBroken(socket, statusFor(error)));
  server.on("request", limitBody);
  // CONNECT is for proxies, and this isn't one. An Upgrade without a listener is answered as if it weren't requested.
  server.on("connect", (_request, socket) => answerBroken(socket, 405));
  return server;
}

/** Aborts a body that takes too long. */
function limitBody(req: IncomingMessage) {
  if (!hasBody(req) || isUpload(req)) return;
  const late = setTimeout(() => answerBroken(req.socket, 408), BODY_MS);
  late.unref();
  const end = () => clearTimeout(late);
  req.once("end", end).once("close", end);
}

type BrokenRequest = NodeJS.ErrnoException & { rawPacket?: Buffer };

/** A method that Node doesn't know; anything else that it can't parse isn't HTTP. */
const UNKNOWN_METHOD = /^[!#$%&'*+.^_`|~\w-]{1,40} [/*h]/;

function statusFor({ code, rawPacket }: BrokenRequest): number {
  if (code === "HPE_HEADER_OVERFLOW") return 431;
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return 408;
  const start = rawPacket?.subarray(0, 100).toString("latin1") ?? "";
  return code === "HPE_INVALID_METHOD" && UNKNOWN_METHOD.test(start) ? 405 : 400;
}

function answerBroken(socket: Duplex, status: number) {
  socket.on("error", () => {});
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const allow = status === 405 ? "Allow: GET, HEAD, OPTIONS, POST\r\n" : "";
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${allow}Connection: close\r\nContent-Length: 0\r\n\r\n`,
    () => {
      socket.destroy();
    },
  );
}

/**
 * How long requests in flight may take once no new ones are accepted. Containers are killed 10 s after they're
 * asked to stop: the notice before this and the database's stop after it have to fit in as well.
 */
const DRAIN_MS = { asked: 4_000, alone: 4_000, fault: 3_000 };
const DRAIN_POLL_MS = 50;

/**
 * Accepts no new connections and answers requests on open ones, each of which closes with its next response. Idle ones
 * are left to their own timeout: a proxy closes its idle connections earlier, so no request hits a connection that is
 * being closed here.
 */
export async function linger(server: Server) {
  server.prependListener("request", (_request, response) => {
    response.shouldKeepAlive = false;
  });
  // Not the HTTP server's own close, which ends idle connections immediately.
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  await Promise.race([closed, delay(server.keepAliveTimeout + LINGER_MARGIN_MS, undefined, { ref: false })]);
}
const LINGER_MARGIN_MS = 5_000;

/**
 * Accepts no new connections, lets requests in flight finish, and ends those that take longer.
 * @param reason why the process stops; after an error they get less time
 */
export async function drain(server: Server, reason: keyof typeof DRAIN_MS) {
  const closed = new Promise((resolve) => server.close(resolve));
  // A keep-alive connection is idle as soon as its response is out.
  const idle = setInterval(() => server.closeIdleConnections(), DRAIN_POLL_MS);
  const late = setTimeout(() => server.closeAllConnections(), DRAIN_MS[reason]);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}
