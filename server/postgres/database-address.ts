import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { isNearAddress } from "../../app/platform/database/near-address.server.ts";

const MODES = ["verify-full", "no-verify", "disable"];
/** `pg` treats these as verify-full for now, but prints a long warning. */
const VERIFIED_TODAY = ["prefer", "require", "verify-ca"];

/** Returns a database's host name, IP address, or socket folder. */
export function hostOf(databaseUrl: string): string {
  const { hostname, searchParams } = new URL(databaseUrl);
  return searchParams.get("host") ?? decodeURIComponent(hostname).replace(/^\[(.*)\]$/, "$1");
}

/**
 * Translates the URL for `pg`.
 * @returns the translated URL, and whether the given one says how to encrypt
 * @throws Error for an unknown sslmode
 */
export function statedEncryption(databaseUrl: string): { address: string; isStated: boolean } {
  const url = new URL(databaseUrl);
  const { searchParams } = url;
  const mode = searchParams.get("sslmode");
  const isStated = mode !== null || ["ssl", "sslrootcert", "sslcert"].some((name) => searchParams.has(name));
  // With this parameter, the operator asks for libpq's meaning of the modes.
  if (searchParams.get("uselibpqcompat") === "true") return { address: databaseUrl, isStated };
  if (mode !== null && !MODES.includes(mode) && !VERIFIED_TODAY.includes(mode))
    throw new Error(`sslmode may be ${MODES.join(", ")}`);
  const isSystem = searchParams.get("sslrootcert") === "system";
  if (!isSystem && !(mode && VERIFIED_TODAY.includes(mode))) return { address: databaseUrl, isStated };
  if (isSystem) searchParams.delete("sslrootcert");
  searchParams.set("sslmode", "verify-full");
  return { address: url.href, isStated };
}

/** Adds encryption to a URL that doesn't specify it. */
export function withEncryption(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set("sslmode", "verify-full");
  return url.href;
}

/** Returns whether a host is on this machine or a private network, or can't be resolved. */
export async function isPrivateHost(host: string): Promise<boolean> {
  if (host.startsWith("/") || host === "localhost") return true;
  const found = isIP(host) ? [{ address: host }] : await lookup(host, { all: true }).catch(() => []);
  return found.every(({ address }) => isNearAddress(address));
}
