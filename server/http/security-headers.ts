import type { Config } from "../../app/platform/config.server.ts";

/** What every answer carries, name and value by turns. */
export const SECURITY_HEADERS = [
  ...["X-Content-Type-Options", "nosniff"],
  ...["Referrer-Policy", "strict-origin-when-cross-origin"],
  ...["Permissions-Policy", "camera=(), geolocation=(), microphone=()"],
  ...["Cross-Origin-Opener-Policy", "same-origin"],
];

/** Those of a site: where search engines are to stay away, they are told so by every answer. */
export const headersOfAll = ({ searchEngines }: Config) =>
  searchEngines ? SECURITY_HEADERS : [...SECURITY_HEADERS, "X-Robots-Tag", "noindex, nofollow"];
