// What a visitor typed as the address of a website, and which addresses an audit asks for at all.

const LONGEST = 2000;
/** Names that lead nowhere outside a house or an example (RFC 2606, 6761, 6762, 7686, 8375). */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|lan|intranet|home\.arpa|invalid|example|onion)$/;

/**
 * Reads the address of a website as visitors write it, `example.com` included.
 * @returns the address with its host as in DNS (punycode), without a fragment; null where it is none that may be asked for
 */
export function readWebsite(text: string): URL | null {
  const typed = text.trim();
  if (!typed || typed.length > LONGEST) return null;
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
  return url && judgeAddress(url);
}

/** Second parts of names below which websites are registered: co.uk, com.au. */
const SECOND = /^(ac|co|com|edu|gob|gov|gv|me|ne|net|nom|or|org|sch|web)$/;

/** The part of a host that looks like the name that somebody has registered; an IP address is itself. */
export function registeredPart(host: string): string {
  if (/[:[\]]|^[\d.]+$/.test(host)) return host;
  const labels = host.split(".");
  return labels.slice(labels.length > 2 && SECOND.test(labels.at(-2)!) ? -3 : -2).join(".");
}

/**
 * Judges an address before anything is looked up. What the parser has made of the text is judged, never the text: it
 * writes `0x7f.1`, `2130706433` and full-width digits in one way.
 * @returns the address as it is asked for; null for another scheme or port, a login in it, or a name that is not public
 */
export function judgeAddress(address: URL): URL | null {
  const url = new URL(address);
  url.hash = "";
  if (url.hostname.endsWith(".")) url.hostname = url.hostname.slice(0, -1);
  const { hostname, protocol, port } = url;
  const isWeb = protocol === "https:" || protocol === "http:";
  // The parser leaves out a scheme's own port; with the other's, http://…:443, nothing good answers.
  const isUsualPort = port === "" || port === "80" || port === "443";
  if (!isWeb || !isUsualPort || url.username || url.password) return null;
  if (hostname.startsWith("[")) return url;
  const isName = hostname.includes(".") && hostname.length <= 253 && !/\.$|^\.|\.\./.test(hostname);
  return isName && !PRIVATE_NAME.test(hostname) ? url : null;
}
