// Parses a website URL typed by a visitor, and decides which URLs an audit may request.

const LONGEST = 2000;
/** Names that aren't public websites (RFC 2606, 6761, 6762, 7686, 8375). */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|lan|intranet|home\.arpa|invalid|example|onion)$/;

/**
 * Parses a website URL as visitors type it, including `example.com`.
 * @returns the URL without its fragment, with its host as in DNS (punycode); null if it may not be requested
 */
export function readWebsite(text: string): URL | null {
  const typed = text.trim();
  if (!typed || typed.length > LONGEST) return null;
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
  return url && judgeAddress(url);
}

/** Second-level labels under which websites are registered: co.uk, com.au. */
const SECOND = /^(ac|co|com|edu|gob|gov|gv|me|ne|net|nom|or|org|sch|web)$/;

/** Returns the part of a host that looks like the registered name. An IP address is returned as is. */
export function registeredPart(host: string): string {
  if (/[:[\]]|^[\d.]+$/.test(host)) return host;
  const labels = host.split(".");
  return labels.slice(labels.length > 2 && SECOND.test(labels.at(-2)!) ? -3 : -2).join(".");
}

/**
 * Checks a URL before anything is resolved. It checks the parsed URL and not the text, because parsing normalizes
 * `0x7f.1`, `2130706433` and full-width digits.
 * @returns the URL to request; null for another scheme or port, credentials, or a name that isn't public
 */
export function judgeAddress(address: URL): URL | null {
  const url = new URL(address);
  url.hash = "";
  if (url.hostname.endsWith(".")) url.hostname = url.hostname.slice(0, -1);
  const { hostname, protocol, port } = url;
  const isWeb = protocol === "https:" || protocol === "http:";
  // The parser omits a scheme's own default port. The other scheme's port, as in http://…:443, is harmless: nothing
  // useful answers there.
  const isUsualPort = port === "" || port === "80" || port === "443";
  if (!isWeb || !isUsualPort || url.username || url.password) return null;
  if (hostname.startsWith("[")) return url;
  const isName = hostname.includes(".") && hostname.length <= 253 && !/\.$|^\.|\.\./.test(hostname);
  return isName && !PRIVATE_NAME.test(hostname) ? url : null;
}
