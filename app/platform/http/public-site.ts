import { isIP } from "node:net";
import type { Config } from "../config.server.ts";

/** Names that lead nowhere outside a house or an example (RFC 2606, 6761, 6762, 8375). */
const PRIVATE_NAME =
  /(^|\.)(localhost|local|internal|lan|home\.arpa|test|example|invalid|example\.(com|net|org))$/;

/** Whether strangers can reach the site: on this machine, in a private network or under an example's name not. */
export function isPublicSite(siteUrl: string): boolean {
  const { hostname } = new URL(siteUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, ""))) return false;
  return hostname.includes(".") && !PRIVATE_NAME.test(hostname.replace(/\.$/, ""));
}

/**
 * Whether search engines are notified of changes (IndexNow): not without an address that they can reach, nor where they are
 * to stay away.
 */
export const isAnnounced = ({ siteUrl, searchEngines }: Pick<Config, "siteUrl" | "searchEngines">) =>
  searchEngines && isPublicSite(siteUrl);
