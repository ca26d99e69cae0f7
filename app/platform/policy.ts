// What a page may load and run: the Content-Security-Policy of public pages.
import { createHash } from "node:crypto";

/** The source expression by which a policy names an inline script or style sheet. */
export const hashSource = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/**
 * The policy of a public page. It can be kept in a cache, so it has hashes and no nonces. Only attributes may bring
 * styles that no hash names, such as the width of a bar: what stands in them is one element's and runs nothing.
 * @param inline what the owner's tracking is on the page, as source expressions: `scripts`, where whatever these start
 *   may run too, so nothing else has to be named, and `styles`. Without any, only the site's own scripts run.
 */
export function publicPolicy({
  scripts = [],
  styles = [],
}: {
  scripts?: readonly string[];
  styles?: readonly string[];
} = {}): string {
  const isTracked = scripts.length > 0;
  return [
    "default-src 'self'",
    // 'self' is for browsers that do not know 'strict-dynamic'; the others pass over it.
    isTracked ? `script-src 'strict-dynamic' ${scripts.join(" ")} 'self'` : "script-src 'self'",
    [OWN_STYLES, ...styles, ...(isTracked ? ["https:"] : [])].join(" "),
    "style-src-attr 'unsafe-inline'",
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

const OWN_STYLES = "style-src 'self'";

/** The same policy for a page that has this style sheet in it. */
export const withSheet = (policy: string, sheet: string) =>
  policy.replace(OWN_STYLES, `${OWN_STYLES} ${hashSource(sheet)}`);
