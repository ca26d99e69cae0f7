// How the way to a database that DATABASE_URL names is encrypted, as far as its address says.
import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";

/** No machines of others are on the way to these. */
const PRIVATE = new BlockList();
for (const [network, bits] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["169.254.0.0", 16],
  ["100.64.0.0", 10],
] as const)
  PRIVATE.addSubnet(network, bits, "ipv4");
PRIVATE.addAddress("::1", "ipv6");
PRIVATE.addSubnet("fc00::", 7, "ipv6");
PRIVATE.addSubnet("fe80::", 10, "ipv6");

const MODES = ["verify-full", "no-verify", "disable"];
/** What `pg` takes for verify-full, with a warning of several lines that it will not for ever. */
const VERIFIED_TODAY = ["prefer", "require", "verify-ca"];

/** Where the database is: a host name, an address, or a folder of a socket. */
export function hostOf(databaseUrl: string): string {
  const { hostname, searchParams } = new URL(databaseUrl);
  return searchParams.get("host") ?? decodeURIComponent(hostname).replace(/^\[(.*)\]$/, "$1");
}

/**
 * The same address in the words of `pg`.
 * @returns with it whether it says how to encrypt
 * @throws Error where it asks for what there is not
 */
export function statedEncryption(databaseUrl: string): { address: string; isStated: boolean } {
  const url = new URL(databaseUrl);
  const { searchParams } = url;
  const mode = searchParams.get("sslmode");
  const isStated = mode !== null || ["ssl", "sslrootcert", "sslcert"].some((name) => searchParams.has(name));
  // An operator who says this wants what the words mean elsewhere.
  if (searchParams.get("uselibpqcompat") === "true") return { address: databaseUrl, isStated };
  if (mode !== null && !MODES.includes(mode) && !VERIFIED_TODAY.includes(mode))
    throw new Error(`sslmode may be ${MODES.join(", ")}`);
  const isSystem = searchParams.get("sslrootcert") === "system";
  if (!isSystem && !(mode && VERIFIED_TODAY.includes(mode))) return { address: databaseUrl, isStated };
  if (isSystem) searchParams.delete("sslrootcert");
  searchParams.set("sslmode", "verify-full");
  return { address: url.href, isStated };
}

/** The address with an encryption that it does not state yet. */
export function withEncryption(databaseUrl: string, mode: "verify-full"): string {
  const url = new URL(databaseUrl);
  url.searchParams.set("sslmode", mode);
  return url.href;
}

/** Whether all that a host may be is on this machine or on a private network; one that cannot be found is. */
export async function isNear(host: string): Promise<boolean> {
  if (host.startsWith("/") || host === "localhost") return true;
  const found = isIP(host) ? [{ address: host }] : await lookup(host, { all: true }).catch(() => []);
  return found.every(({ address }) => PRIVATE.check(address, isIP(address) === 6 ? "ipv6" : "ipv4"));
}
