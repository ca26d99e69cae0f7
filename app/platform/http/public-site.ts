import { isIP } from "node:net";
import type { Config } from "../config.server.ts";

/** Names for private networks and examples (RFC 2606, 6761, 6762, 8375). */
const PRIVATE_NAME =
  /(^|\.)(localhost|local|internal|lan|home\.arpa|test|example|invalid|example\.(com|net|org))$/;

/** Returns whether the public can reach the site, judging by its host name. */
export function isPublicSite(siteUrl: string): boolean {
  const { hostname } = new URL(siteUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, ""))) return false;
  return hostname.includes(".") && !PRIVATE_NAME.test(hostname.replace(/\.$/, ""));
}

/** Returns whether search engines are notified of changes (IndexNow). */
export const isAnnounced = ({ siteUrl, searchEngines }: Pick<Config, "siteUrl" | "searchEngines">) =>
  searchEngines && isPublicSite(siteUrl);
