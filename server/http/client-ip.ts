import type { IncomingMessage } from "node:http";
import { isIP, SocketAddress } from "node:net";
import type { Config } from "../../app/platform/config.server.ts";

export type Asking = {
  headers: IncomingMessage["headers"];
  socket: Pick<IncomingMessage["socket"], "remoteAddress">;
};

/**
 * Returns the visitor's normalized IP address, from the proxies or else the connection; "" if the connection is closed.
 */
export function clientIp(req: Asking, { trustProxy }: Pick<Config, "trustProxy">): string {
  const said = forwarded(req, trustProxy, "x-forwarded-for");
  return parseAddress(said ?? "") ?? parseAddress(req.socket.remoteAddress ?? "") ?? "";
}

/** Returns whether the visitor's own connection is https. */
export function isSecure(
  req: Asking,
  { trustProxy, siteUrl }: Pick<Config, "trustProxy" | "siteUrl">,
): boolean {
  return siteUrl.startsWith("https:") || forwarded(req, trustProxy, "x-forwarded-proto") === "https";
}

/** Returns the entry that the outermost trusted proxy added, or the first if there are fewer entries than proxies. */
export function forwarded({ headers }: Asking, trustProxy: number, name: string): string | undefined {
  if (!trustProxy || headers[name] === undefined) return undefined;
  const entries = entriesOf(headers[name]);
  return entries[Math.max(0, entries.length - trustProxy)];
}

/** Splits a header to which each proxy appends an entry. */
export const entriesOf = (header: string | string[] | undefined): string[] =>
  String(header ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);

/**
 * Parses an IP address, which may have a port or IPv6 brackets, or be an IPv4-mapped IPv6 address.
 * @returns the normalized address; null if the text isn't an address
 */
export function parseAddress(text: string): string | null {
  const [, bracketed] = /^"?\[([^\]]+)\](?::\d+)?"?$/.exec(text) ?? [];
  const [, four] = /^"?([\d.]+)(?::\d+)?"?$/.exec(text) ?? [];
  const ip = (bracketed ?? four ?? text).replace(/%.*$/, "");
  switch (isIP(ip)) {
    case 4:
      return bracketed ? null : ip;
    case 6:
      return new SocketAddress({ address: ip, family: "ipv6" }).address.replace(/^::ffff:(?=[\d.]+$)/, "");
    default:
      return null;
  }
}
