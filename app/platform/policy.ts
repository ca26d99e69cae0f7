// What a page may load and run: the Content-Security-Policy of public pages.

/**
 * The policy of a public page. It can be kept in a cache, so it has hashes and no nonces.
 * @param hashes of the inline scripts that run where the owner's tracking is on, such as `'sha256-…'`; whatever these
 *   start may run too, so nothing else has to be named. Without any, only the site's own scripts run.
 */
export function publicPolicy(hashes: readonly string[] = []): string {
  const isTracked = hashes.length > 0;
  return [
    "default-src 'self'",
    // 'self' is for browsers that do not know 'strict-dynamic'; the others pass over it.
    isTracked ? `script-src 'strict-dynamic' ${hashes.join(" ")} 'self'` : "script-src 'self'",
    `style-src 'self' 'unsafe-inline'${isTracked ? " https:" : ""}`,
    "img-src 'self' data: https:",
    ...(isTracked
      ? ["connect-src 'self' https: wss:", "frame-src 'self' https:", "font-src 'self' data: https:"]
      : []),
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
