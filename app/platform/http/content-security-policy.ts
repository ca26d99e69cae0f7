import { createHash } from "node:crypto";
import { PRELOAD_IN_TIME } from "../early-font.ts";

/** Returns the source expression that allows an inline script or style sheet. */
export const hashSource = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

type Inline = {
  scripts?: readonly string[];
  styles?: readonly string[];
  /** true allows any script, which Tag Manager needs for custom HTML tags (decision 0035.37) */
  isOpen?: boolean;
  frames?: readonly string[];
  /** origin of uploaded images; empty for the site itself */
  images?: string;
};

/**
 * Returns the policy of a public page. Uses hashes instead of nonces, because pages are cached. Style
 * attributes need no hash, because they can't run anything.
 * @param inline source expressions that this page needs; if `isOpen`, the policy lists no hashes, because
 *   they make browsers ignore 'unsafe-inline'
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
    // Any https image is allowed, so only an http origin is added.
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

/** Allows the one inline script that every public page has. */
export const FONT_SCRIPT = hashSource(PRELOAD_IN_TIME);

const OWN_STYLES = "style-src 'self'";
const OPEN_STYLES = "style-src 'unsafe-inline' 'self' https:";

function scriptSources(hashes: readonly string[], isOpen: boolean): string {
  if (isOpen) return "script-src 'unsafe-inline' 'unsafe-eval' 'self' https:";
  // 'self' is for browsers that don't support 'strict-dynamic'; others ignore it.
  const own = [...hashes, FONT_SCRIPT].join(" ");
  return hashes.length ? `script-src 'strict-dynamic' ${own} 'self'` : `script-src 'self' ${own}`;
}

/** Adds a style sheet's hash to a policy. An open policy needs none. */
export const withSheet = (policy: string, sheet: string) =>
  policy.replace(OWN_STYLES, `${OWN_STYLES} ${hashSource(sheet)}`);
