// The HTTP server: its limits, where it listens, and how it stops without dropping anyone.
import { createServer, type Server, STATUS_CODES } from "node:http";
import { createServer as createPlainServer, type Server as PlainServer } from "node:net";
import type { Duplex } from "node:stream";
import { type Config, UnusableValue } from "../app/platform/config.server.ts";

/** What a visitor's connection may take (DESIGN "Limits that hold everything up"). */
const LIMITS = {
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 7_000,
};
const SILENT_SOCKET_MS = 60_000;
const DRAIN_MS = 10_000;
const DRAIN_POLL_MS = 50;

/** A server with this site's limits, not listening yet. */
export function createHttpServer(): Server {
  const server = createServer(LIMITS);
  server.setTimeout(SILENT_SOCKET_MS);
  server.on("clientError", (error: NodeJS.ErrnoException, socket) =>
    answerBroken(socket, statusFor(error.code)),
  );
  // A proxy is asked for with CONNECT; this is none. An Upgrade without a listener is answered as if not asked for.
  server.on("connect", (_request, socket) => answerBroken(socket, 405));
  return server;
}

function statusFor(code: string | undefined): number {
  if (code === "HPE_HEADER_OVERFLOW") return 431;
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return 408;
  return 400;
}

function answerBroken(socket: Duplex, status: number) {
  socket.on("error", () => {});
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    () => {
      socket.destroy();
    },
  );
}

/** @throws UnusableValue naming PORT or HOST */
export async function listen(server: PlainServer, { host, port }: Config) {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(explain(error, host, port)));
    server.listen({ host, port }, resolve);
  });
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (error.code) {
    case "EADDRINUSE":
      return new UnusableValue("PORT", String(port), `another program already listens there on ${host}`);
    case "EACCES":
      return new UnusableValue("PORT", String(port), "this user may not listen there");
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EINVAL":
      return new UnusableValue("HOST", host, "it is no address of this machine");
    default:
      return error;
  }
}

/** Finds out before anything is started what `listen` would only find at the end. */
export async function checkPortIsFree(config: Config) {
  const server = createPlainServer();
  await listen(server, config);
  await new Promise((resolve) => server.close(resolve));
}

/** Takes no new connections, lets requests in flight finish, and ends those that take longer than 10 s. */
export async function drain(server: Server) {
  const closed = new Promise((resolve) => server.close(resolve));
  // A connection that stays open for further requests is idle as soon as its answer is out.
  const idle = setInterval(() => server.closeIdleConnections(), DRAIN_POLL_MS);
  const late = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}
