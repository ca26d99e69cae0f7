// The visitor's address and scheme: those of the connection, or as TRUST_PROXY's proxies report them.
import type { IncomingMessage } from "node:http";
import { isIP, SocketAddress } from "node:net";
import type { Config } from "../../app/platform/config.server.ts";

/** A connection, as far as it is looked at. */
export type Asking = {
  headers: IncomingMessage["headers"];
  socket: Pick<IncomingMessage["socket"], "remoteAddress">;
};

/**
 * The visitor's address.
 * @returns one spelling for each address; the connection's own where the proxies report none that can be read, ""
 *   where the connection is gone
 */
export function clientIp(req: Asking, { trustProxy }: Pick<Config, "trustProxy">): string {
  const said = forwarded(req, trustProxy, "x-forwarded-for");
  return parseAddress(said ?? "") ?? parseAddress(req.socket.remoteAddress ?? "") ?? "";
}

/** Whether the visitor's own connection is https: the site is, or a proxy says so of this request. */
export function isSecure(
  req: Asking,
  { trustProxy, siteUrl }: Pick<Config, "trustProxy" | "siteUrl">,
): boolean {
  return siteUrl.startsWith("https:") || forwarded(req, trustProxy, "x-forwarded-proto") === "https";
}

/** The entry that the outermost trusted proxy has added to a list; the first one of a shorter list. */
export function forwarded({ headers }: Asking, trustProxy: number, name: string): string | undefined {
  if (!trustProxy || headers[name] === undefined) return undefined;
  const entries = entriesOf(headers[name]);
  return entries[Math.max(0, entries.length - trustProxy)];
}

/** The entries of a header that each proxy adds one to. */
export const entriesOf = (header: string | string[] | undefined): string[] =>
  String(header ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);

/**
 * An address as proxies spell it: with a port behind it or not, IPv6 in brackets or not, IPv4 as IPv6 or not.
 * @returns one spelling for each address, null where the text is no address
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
