// What a page may load and run: the Content-Security-Policy of public pages.
import { createHash } from "node:crypto";

/** The source expression by which a policy names an inline script or style sheet. */
export const hashSource = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** What stands for the owner's tracking in a page's policy, as source expressions. */
type Inline = {
  scripts?: readonly string[];
  styles?: readonly string[];
  /** whatever stands in the page may run: what Tag Manager needs for custom HTML tags (decision 0035.37) */
  isOpen?: boolean;
  /** other sites whose pages may stand in a frame */
  frames?: readonly string[];
  /** the origin that the owner's pictures come from; empty for the site itself */
  pictures?: string;
};

/**
 * The policy of a public page. It can be kept in a cache, so it has hashes and no nonces. Only attributes may bring
 * styles that no hash names, such as the width of a bar: what stands in them is one element's and runs nothing.
 * @param inline what the owner's tracking is on the page, as source expressions: `scripts`, where whatever these start
 *   may run too, so nothing else has to be named, and `styles`. Without any, only the site's own scripts run; where the
 *   page is open no hash can stand beside, since browsers then pass over 'unsafe-inline'.
 */
export function publicPolicy({
  scripts = [],
  styles = [],
  isOpen = false,
  frames = [],
  pictures = "",
}: Inline = {}): string {
  const isTracked = scripts.length > 0;
  return [
    "default-src 'self'",
    scriptSources(scripts, isTracked && isOpen),
    isTracked && isOpen ? OPEN_STYLES : [OWN_STYLES, ...styles, ...(isTracked ? ["https:"] : [])].join(" "),
    "style-src-attr 'unsafe-inline'",
    // Those over https come from anywhere.
    `img-src 'self' data: https:${pictures.startsWith("http:") ? ` ${pictures}` : ""}`,
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
  // 'self' is for browsers that do not know 'strict-dynamic'; the others pass over it.
  return hashes.length ? `script-src 'strict-dynamic' ${hashes.join(" ")} 'self'` : "script-src 'self'";
}

/** The same policy for a page that has this style sheet in it; one that lets run any needs no hash. */
export const withSheet = (policy: string, sheet: string) =>
  policy.replace(OWN_STYLES, `${OWN_STYLES} ${hashSource(sheet)}`);
