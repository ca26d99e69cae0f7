// How the way to a database that DATABASE_URL names is encrypted, as far as its address says.
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { isNearAddress } from "../../app/platform/database/near-address.server.ts";

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

/** The address with the encryption that it does not state yet. */
export function withEncryption(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set("sslmode", "verify-full");
  return url.href;
}

/** Whether all that a host may be is on this machine or on a private network; one that cannot be found is. */
export async function isPrivateHost(host: string): Promise<boolean> {
  if (host.startsWith("/") || host === "localhost") return true;
  const found = isIP(host) ? [{ address: host }] : await lookup(host, { all: true }).catch(() => []);
  return found.every(({ address }) => isNearAddress(address));
}
