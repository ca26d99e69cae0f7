/** What every answer carries, name and value by turns. */
export const SECURITY_HEADERS = [
  ...["X-Content-Type-Options", "nosniff"],
  ...["Referrer-Policy", "strict-origin-when-cross-origin"],
  ...["Permissions-Policy", "camera=(), geolocation=(), microphone=()"],
  ...["Cross-Origin-Opener-Policy", "same-origin"],
];

/** @param set what takes one header */
export function setSecurityHeaders(set: (name: string, value: string) => void) {
  for (let i = 0; i < SECURITY_HEADERS.length; i += 2) set(SECURITY_HEADERS[i]!, SECURITY_HEADERS[i + 1]!);
}
