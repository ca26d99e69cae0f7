import { isIP } from "node:net";
import type { Config } from "../config.server.ts";

/** Names that only resolve in a private network or in examples (RFC 2606, 6761, 6762, 8375). */
const PRIVATE_NAME =
  /(^|\.)(localhost|local|internal|lan|home\.arpa|test|example|invalid|example\.(com|net|org))$/;

/**
 * Returns whether the public can reach the site: not on this machine, in a private network or under an example name.
 */
export function isPublicSite(siteUrl: string): boolean {
  const { hostname } = new URL(siteUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, ""))) return false;
  return hostname.includes(".") && !PRIVATE_NAME.test(hostname.replace(/\.$/, ""));
}

/**
 * Returns whether search engines are notified of changes (IndexNow): not if they can't reach the site or shouldn't
 * index it.
 */
export const isAnnounced = ({ siteUrl, searchEngines }: Pick<Config, "siteUrl" | "searchEngines">) =>
  searchEngines && isPublicSite(siteUrl);
