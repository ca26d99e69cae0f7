import type { Config } from "../../app/platform/config.server.ts";

/** Headers of every response, alternating name and value. */
export const SECURITY_HEADERS = [
  ...["X-Content-Type-Options", "nosniff"],
  ...["Referrer-Policy", "strict-origin-when-cross-origin"],
  ...["Permissions-Policy", "camera=(), geolocation=(), microphone=()"],
  ...["Cross-Origin-Opener-Policy", "same-origin"],
];

/** Returns the headers of every response, including noindex if the site is hidden from search engines. */
export const headersOfAll = ({ searchEngines }: Config) =>
  searchEngines ? SECURITY_HEADERS : [...SECURITY_HEADERS, "X-Robots-Tag", "noindex, nofollow"];
