import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { Config } from "../../app/platform/config.server.ts";
import type { Log } from "../../app/platform/log.server.ts";
import { isImportUpload, isUpload } from "./panel-path.ts";
import { hasBody } from "./refuse.ts";

const LIMITS = {
  headersTimeout: 15_000,
  // An export of 300 MB may take this long at 1 Mbit/s. Bodies other than uploads are limited to `BODY_MS`.
  requestTimeout: 45 * 60_000,
  connectionsCheckingInterval: 5_000,
};
/**
 * Proxies must close idle connections first (nginx and load balancers after 60 s, Traefik 90, Caddy 120). Otherwise, a
 * form could be sent into a closed connection.
 */
const KEEP_ALIVE_MS = { direct: 7_000, behindProxy: 125_000 };
const SILENT_SOCKET_MS = 60_000;
/** Each server's open connections, and responses that aren't finished. */
const opened = new WeakMap<Server, { sockets: Set<Socket>; responses: Set<ServerResponse> }>();
/** Uploads may take longer. */
const BODY_MS = 30_000;

/** Creates a server that isn't listening yet. */
export function createHttpServer({ trustProxy }: Config, log: Log): Server {
  const keepAliveTimeout = KEEP_ALIVE_MS[trustProxy > 0 ? "behindProxy" : "direct"];
  const server = createServer({ ...LIMITS, keepAliveTimeout });
  server.setTimeout(SILENT_SOCKET_MS);
  const [sockets, responses] = [new Set<Socket>(), new Set<ServerResponse>()];
  opened.set(server, { sockets, responses });
  const keep = <One extends Socket | ServerResponse>(all: Set<One>, one: One) => {
    all.add(one);
    one.once("close", () => all.delete(one));
  };
  server.on("connection", (socket: Socket) => keep(sockets, socket));
  server.on("request", (_request, response) => keep(responses, response));
  // Accepting a connection fails if, for example, no file descriptors are left.
  server.on("error", (error) => {
    if (server.listening) log.error({ err: error }, "A connection couldn't be accepted");
  });
  server.on("clientError", (error: BrokenRequest, socket) => answerBroken(socket, statusFor(error)));
  server.on("request", limitBody);
  // Only proxies support CONNECT.
  server.on("connect", (_request, socket) => answerBroken(socket, 405));
  return server;
}

function limitBody(req: IncomingMessage) {
  if (!hasBody(req) || isUpload(req) || isImportUpload(req)) return;
  const late = setTimeout(() => answerBroken(req.socket, 408), BODY_MS);
  late.unref();
  const end = () => clearTimeout(late);
  req.once("end", end).once("close", end);
}

type BrokenRequest = NodeJS.ErrnoException & { rawPacket?: Buffer };

/** Matches an HTTP request with a method that Node doesn't know. Other unparsable requests aren't HTTP. */
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
 * Containers are killed 10 s after they're asked to stop. In that time, load balancers must also notice the stop, and
 * the database must stop too.
 */
const DRAIN_MS = { asked: 4_000, alone: 4_000, fault: 3_000 };
const DRAIN_POLL_MS = 50;
/** In this time, a client that reuses a connection gets a response that closes it. */
const IDLE_MS = 500;

/**
 * Stops accepting connections, and closes open ones after their next response. Idle ones are left to time out: a proxy
 * closes them first, so no request hits a closing connection.
 */
export async function linger(server: Server) {
  const closed = closeAfterResponses(server);
  await Promise.race([closed, delay(server.keepAliveTimeout + LINGER_MARGIN_MS, undefined, { ref: false })]);
}
const LINGER_MARGIN_MS = 5_000;

/**
 * Stops accepting connections, closes idle ones after a moment, and ends requests that take too long.
 * @param reason after an error, requests get less time
 */
export async function drain(server: Server, reason: keyof typeof DRAIN_MS) {
  const closed = closeAfterResponses(server);
  const late = setTimeout(() => server.closeAllConnections(), DRAIN_MS[reason]);
  await Promise.race([closed, delay(IDLE_MS)]);
  // Node doesn't count these as idle. Browsers open connections in advance.
  for (const socket of opened.get(server)!.sockets) if (socket.bytesRead === 0) socket.destroy();
  // A connection becomes idle once its response is sent.
  const idle = setInterval(() => server.closeIdleConnections(), DRAIN_POLL_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}

/** @returns a promise that resolves once all connections are closed */
function closeAfterResponses(server: Server): Promise<unknown> {
  const close = (response: ServerResponse) => {
    response.shouldKeepAlive = false;
  };
  for (const response of opened.get(server)!.responses) close(response);
  server.prependListener("request", (_request, response) => close(response));
  // The HTTP server's own `close` would end idle connections immediately.
  return new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
}
