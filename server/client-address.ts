// Who asks, and over what: from the connection itself, or from what as many proxies as TRUST_PROXY names say of it.
import type { IncomingMessage } from "node:http";
import { isIP, SocketAddress } from "node:net";
import type { Config } from "../app/platform/config.server.ts";

/** A connection, as far as it is looked at. */
export type Asking = {
  headers: IncomingMessage["headers"];
  socket: Pick<IncomingMessage["socket"], "remoteAddress">;
};

/**
 * The visitor's address.
 * @returns one spelling for each address; what a proxy says and what is no address gives that of the connection, ""
 *   where that is gone
 */
export function clientAddress(req: Asking, { trustProxy }: Pick<Config, "trustProxy">): string {
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

/** What the outermost of the proxies that are believed has added to a list; of a shorter list its first entry. */
function forwarded({ headers }: Asking, trustProxy: number, name: string): string | undefined {
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
 * @returns one spelling for each address, null for what is none
 */
export function parseAddress(text: string): string | null {
  const [, bracketed] = /^"?\[([^\]]+)\](?::\d+)?"?$/.exec(text) ?? [];
  const [, four] = /^"?([\d.]+)(?::\d+)?"?$/.exec(text) ?? [];
  const address = (bracketed ?? four ?? text).replace(/%.*$/, "");
  switch (isIP(address)) {
    case 4:
      return bracketed ? null : address;
    case 6:
      return new SocketAddress({ address, family: "ipv6" }).address.replace(/^::ffff:(?=[\d.]+$)/, "");
    default:
      return null;
  }
}
