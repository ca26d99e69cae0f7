const LONGEST = 2000;
/** Non-public names (RFC 2606, 6761, 6762, 7686, 8375). */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|lan|intranet|home\.arpa|invalid|example|onion)$/;

/**
 * Parses a website URL with or without a scheme.
 * @returns null if it's malformed or unsupported; otherwise the URL without its fragment, with its host in punycode
 */
export function readWebsite(text: string): URL | null {
  const typed = text.trim();
  if (!typed || typed.length > LONGEST) return null;
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
  return url && judgeAddress(url);
}

/** Second-level labels under which domains are registered, as in co.uk and com.au. */
const SECOND = /^(ac|co|com|edu|gob|gov|gv|me|ne|net|nom|or|org|sch|web)$/;

/** Returns a host's likely registered domain. IP addresses are returned unchanged. */
export function registeredPart(host: string): string {
  if (/[:[\]]|^[\d.]+$/.test(host)) return host;
  const labels = host.split(".");
  return labels.slice(labels.length > 2 && SECOND.test(labels.at(-2)!) ? -3 : -2).join(".");
}

/** Returns a host without `www.`, to compare it with another. */
export const bareHost = (host: string) => host.toLowerCase().replace(/^www\./, "");

/**
 * Checks a URL before its host is resolved. Parsing has normalized tricks such as `0x7f.1` and full-width
 * digits.
 * @returns null for an unsupported scheme or port, credentials, or a non-public name; otherwise a copy without the
 * fragment
 */
export function judgeAddress(address: URL): URL | null {
  const url = new URL(address);
  url.hash = "";
  if (url.hostname.endsWith(".")) url.hostname = url.hostname.slice(0, -1);
  const { hostname, protocol, port } = url;
  const isWeb = protocol === "https:" || protocol === "http:";
  // The parser omits the default port. The other scheme's port, as in http://…:443, is harmless.
  const isUsualPort = port === "" || port === "80" || port === "443";
  if (!isWeb || !isUsualPort || url.username || url.password) return null;
  if (hostname.startsWith("[")) return url;
  const isName = hostname.includes(".") && hostname.length <= 253 && !/\.$|^\.|\.\./.test(hostname);
  return isName && !PRIVATE_NAME.test(hostname) ? url : null;
}
