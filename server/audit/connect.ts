import net, { isIP, isIPv4 } from "node:net";
import tls from "node:tls";
import { type Network, NoSuchName } from "./network.ts";
import { isPublicAddress, isPublicAnswer } from "./public-address.ts";

/** `refused` means that the guard refused the request, so nothing was sent. */
export type Failure = "refused" | "no-dns" | "tls" | "time-out" | "unreachable" | "unreadable";

/**
 * `invalid` means that TLS failed altogether. `chain` and `alert` prove nothing, because browsers complete most
 * certificate chains and a bot wall may send TLS alerts only to programs.
 */
export type TlsProblem = "expired" | "name" | "chain" | "untrusted" | "invalid" | "alert";

export class Failed extends Error {
  readonly failure: Failure;
  readonly tlsProblem: TlsProblem | undefined;
  constructor(failure: Failure, options?: { cause?: unknown; tlsProblem?: TlsProblem }) {
    super(failure, options);
    this.failure = failure;
    this.tlsProblem = options?.tlsProblem;
  }
}

/** Time limits of one request, in milliseconds: for all of it, the DNS lookup, and each address. */
export type HopLimits = { hopMs: number; dnsMs: number; connectMs: number };
export const HOP_LIMITS: HopLimits = { hopMs: 5_000, dnsMs: 3_000, connectMs: 2_000 };
const OF_A_FAMILY_MAX = 2;

/**
 * Connects to a URL's host after checking all its addresses. The socket uses a checked address, because a second DNS
 * lookup could return a different one.
 * @param url as `judgeAddress` returns it
 * @throws Failed
 */
export async function openConnection(
  url: URL,
  { network, limits = HOP_LIMITS }: { network: Network; limits?: HopLimits },
  signal: AbortSignal,
): Promise<net.Socket> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isLiteral = isIP(host) !== 0;
  const addresses = isLiteral ? [host] : await lookUp(host, network, limits.dnsMs, signal);
  if (!addresses.length) throw new Failed("no-dns");
  if (!addresses.every(isLiteral ? isPublicAddress : isPublicAnswer)) throw new Failed("refused");
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
  const socket = await connectToOne(inOrder(addresses), port, network, limits.connectMs, signal);
  return url.protocol === "https:" ? secure(socket, isLiteral ? "" : host, host, signal) : socket;
}

/** Puts IPv4 first, because this machine may have no IPv6 route. Keeps an IPv6 address too, in case it has no IPv4. */
function inOrder(addresses: string[]): string[] {
  const ipv4 = addresses.filter((address) => isIPv4(address)).slice(0, OF_A_FAMILY_MAX);
  const ipv6 = addresses.filter((address) => !isIPv4(address));
  return [...ipv4, ...ipv6.slice(0, ipv4.length ? 1 : OF_A_FAMILY_MAX)];
}

async function lookUp(name: string, network: Network, ms: number, signal: AbortSignal): Promise<string[]> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(ms)]);
  try {
    return await withAbort(network.resolve(name, limited), limited);
  } catch (error) {
    if (error instanceof NoSuchName) throw new Failed("no-dns");
    throw new Failed(limited.aborted ? "time-out" : "unreachable", { cause: error });
  }
}

async function connectToOne(
  addresses: string[],
  port: number,
  network: Network,
  ms: number,
  signal: AbortSignal,
) {
  let last: unknown;
  for (const address of addresses) {
    const place = network.locate(address, port);
    if (!place) continue;
    const limited = AbortSignal.any([signal, AbortSignal.timeout(ms)]);
    const socket = net.connect({ ...place, noDelay: true });
    // A socket can emit errors after its last use.
    socket.on("error", () => {});
    try {
      await withAbort(event(socket, "connect"), limited);
      if (canonical(socket.remoteAddress) !== canonical(place.host)) throw new Failed("refused");
      return socket;
    } catch (error) {
      socket.destroy();
      if (error instanceof Failed) throw error;
      last = limited.aborted ? new Failed("time-out") : error;
      if (signal.aborted) break;
    }
  }
  throw last instanceof Failed ? last : new Failed("unreachable", { cause: last });
}

const canonical = (address = "") =>
  isIP(address) ? new net.SocketAddress({ address, family: isIPv4(address) ? "ipv4" : "ipv6" }).address : "";

async function secure(socket: net.Socket, servername: string, host: string, signal: AbortSignal) {
  const secured = tls.connect({ socket, servername, host, ALPNProtocols: ["http/1.1"] });
  secured.on("error", () => {});
  try {
    await withAbort(event(secured, "secureConnect"), signal);
    return secured;
  } catch (error) {
    secured.destroy();
    socket.destroy();
    if (signal.aborted) throw new Failed("time-out");
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "ECONNRESET" || code === "EPIPE" || code === "ETIMEDOUT")
      throw new Failed("unreachable", { cause: error });
    const tlsProblem = TLS_PROBLEMS[code] ?? (/ALERT/.test(code) ? "alert" : "invalid");
    throw new Failed("tls", { cause: error, tlsProblem });
  }
}

const TLS_PROBLEMS: Record<string, TlsProblem> = {
  CERT_HAS_EXPIRED: "expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "name",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "chain",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "chain",
  UNABLE_TO_GET_ISSUER_CERT: "chain",
  SELF_SIGNED_CERT_IN_CHAIN: "untrusted",
  DEPTH_ZERO_SELF_SIGNED_CERT: "untrusted",
  CERT_UNTRUSTED: "untrusted",
  CERT_REVOKED: "untrusted",
};

/** Resolves on the event, and rejects if the socket fails or closes first. */
function event(socket: net.Socket, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once(name, () => resolve());
    socket.once("error", reject);
    socket.once("close", () => reject(Object.assign(new Error("closed"), { code: "ECONNRESET" })));
  });
}

/** Settles like the promise, or rejects as soon as the signal aborts. */
export function withAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  promise.catch(() => {});
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
