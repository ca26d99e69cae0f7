// The Content-Security-Policy of public pages: what a page may load and run.
import { createHash } from "node:crypto";

/** Returns the source expression that allows an inline script or style sheet in a policy. */
export const hashSource = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** What the owner's tracking adds to a page's policy, as source expressions. */
type Inline = {
  scripts?: readonly string[];
  styles?: readonly string[];
  /** any script on the page may run, which Tag Manager needs for custom HTML tags (decision 0035.37) */
  isOpen?: boolean;
  /** other sites whose pages may be shown in a frame */
  frames?: readonly string[];
  /** the origin of the owner's images; empty for the site itself */
  images?: string;
};

/**
 * Returns the policy of a public page. Pages can be cached, so it uses hashes, not nonces. Only style attributes may
 * set styles without a hash, such as the width of a bar: they apply to one element and run nothing.
 * @param inline the owner's tracking on the page, as source expressions. The scripts that `scripts` start may run too,
 * so they aren't listed. Without any, only the site's own scripts run. An open page lists no hashes, because browsers
 * would then ignore 'unsafe-inline'.
 */
export function publicPolicy({
  scripts = [],
  styles = [],
  isOpen = false,
  frames = [],
  images = "",
}: Inline = {}): string {
  const isTracked = scripts.length > 0;
  return [
    "default-src 'self'",
    scriptSources(scripts, isTracked && isOpen),
    isTracked && isOpen ? OPEN_STYLES : [OWN_STYLES, ...styles, ...(isTracked ? ["https:"] : [])].join(" "),
    "style-src-attr 'unsafe-inline'",
    // Images over https may come from anywhere.
    `img-src 'self' data: https:${images.startsWith("http:") ? ` ${images}` : ""}`,
    ...(isTracked
      ? ["connect-src 'self' https: wss:", "frame-src 'self' https:", "font-src 'self' data: https:"]
      : frames.length
        ? [`frame-src ${frames.join(" ")}`]
        : []),
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

const OWN_STYLES = "style-src 'self'";
const OPEN_STYLES = "style-src 'unsafe-inline' 'self' https:";

function scriptSources(hashes: readonly string[], isOpen: boolean): string {
  if (isOpen) return "script-src 'unsafe-inline' 'unsafe-eval' 'self' https:";
  // 'self' is for browsers without 'strict-dynamic' support; the others ignore it.
  return hashes.length ? `script-src 'strict-dynamic' ${hashes.join(" ")} 'self'` : "script-src 'self'";
}

/** Returns the policy for a page that contains this style sheet; an open policy needs no hash. */
export const withSheet = (policy: string, sheet: string) =>
  policy.replace(OWN_STYLES, `${OWN_STYLES} ${hashSource(sheet)}`);
