// Doesn't import `node:http`, which would add 45 ms to the first process's start.
import { lookup } from "node:dns/promises";
import net from "node:net";
import { getSystemErrorName } from "node:util";
import type { Config } from "../../app/platform/config.server.ts";
import { UnusableValue } from "../../app/platform/config.variables.server.ts";
import type { Port } from "../channel.ts";
import { StartRefused } from "../start-refused.ts";

/** Connections that wait while a restart takes over; the system may limit them further. Node's default is 511. */
const BACKLOG = 4096;

/**
 * Listens at HOST and PORT. Throws UnusableValue if one of them can't be used.
 * @param port opened and kept open by another process
 */
export async function listen(server: net.Server, config: Config, port?: Port) {
  const { host, port: number } = config;
  await new Promise<void>((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => reject(explain(error, config));
    server.once("error", refuse);
    server.listen(port ?? { host, port: number }, BACKLOG, () => {
      server.off("error", refuse);
      resolve();
    });
  });
}

function explain(error: NodeJS.ErrnoException, { host, port }: Config): Error {
  switch (error.code) {
    case "EADDRINUSE":
      return new UnusableValue("PORT", String(port), `another program is already listening on it at ${host}`);
    case "EACCES":
      return new UnusableValue("PORT", String(port), "this user isn't allowed to listen on it");
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EINVAL":
      return new UnusableValue("HOST", host, "it isn't an address of this machine");
    default:
      return error;
  }
}

/** Throws UnusableValue early if `listen` would fail. */
export async function checkPortIsFree(config: Config) {
  if (config.heldSocket !== undefined) return;
  const server = net.createServer();
  await listen(server, config);
  await new Promise((resolve) => server.close(resolve));
}

type Bound = Port & { getsockname(address: object): number };
/** Node's internal function for binding a socket, which `node:cluster` also uses. */
type BindSocket = (
  address: string | null,
  port: number | null,
  family: number | null,
  fd: number,
  flags: number,
) => Bound | number;
const bindSocket = (net as unknown as { _createServerHandle: BindSocket })._createServerHandle;
/** libuv's UV_TCP_REUSEPORT. */
const REUSE_PORT = 2;

/**
 * Opens HOST and PORT for the serving processes, which share systemd's socket if there is one. The operating system
 * queues and distributes connections.
 * @returns one port per process
 * @throws UnusableValue naming PORT or HOST; StartRefused if systemd's socket can't be used
 */
export async function bindPorts(config: Config, count: number): Promise<Port[]> {
  if (config.heldSocket !== undefined) {
    const held = bindSocket(null, null, null, config.heldSocket, 0);
    if (typeof held === "number")
      throw new StartRefused("The socket passed by systemd can't be used for listening (use ListenStream=).");
    return Array<Port>(count).fill(held);
  }
  const refuse = (code: string) => explain(Object.assign(new Error(code), { code }), config);
  const { address, family } = await lookup(config.host).catch(({ code }) => {
    throw refuse(code);
  });
  const bind = (flags: number): Port | string => {
    const port = bindSocket(address, config.port, family, -1, flags);
    // libuv defers some bind() errors until the address is read.
    const error = typeof port === "number" ? port : port.getsockname({});
    return typeof port === "number" || error !== 0 ? getSystemErrorName(error) : port;
  };
  const own = count > 1 ? Array.from({ length: count }, () => bind(REUSE_PORT)) : [bind(0)];
  // macOS can't distribute connections, so the processes share one socket.
  const ports = own[0] === "ENOTSUP" ? Array<Port | string>(count).fill(bind(0)) : own;
  return ports.map((port) => {
    if (typeof port === "string") throw refuse(port);
    return port;
  });
}
