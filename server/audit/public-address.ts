// Which addresses of the internet an audit may connect to.
import { BlockList, isIP, isIPv4 } from "node:net";
import os from "node:os";

/** IANA's special-purpose registry, multicast, and what is no address of a website: a platform's own services. */
const CLOSED_IPV4 = [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"],
  ...["192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24"],
  ...["192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"],
  ...["224.0.0.0/4", "240.0.0.0/4"],
  // Azure's metadata and DNS
  "168.63.129.16/32",
];
/** All that is public in IPv6; mapped, compatible and NAT64 addresses, ULA and link-local ones lie outside. */
const OPEN_IPV6 = ["2000::/3"];
/** What is not, inside it: protocol assignments with Teredo, examples, 6to4, AS112. */
const CLOSED_IPV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"];

const listOf = (networks: string[], family: "ipv4" | "ipv6") => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    list.addSubnet(address, Number(bits), family);
  }
  return list;
};
/** Well-known prefix of translators from IPv6 to IPv4 (RFC 6052); the last 32 bits are the IPv4 address. */
const NAT64 = ["64:ff9b::/96"];
const closedIpv4 = listOf(CLOSED_IPV4, "ipv4");
const openIpv6 = listOf(OPEN_IPV6, "ipv6");
const closedIpv6 = listOf(CLOSED_IPV6, "ipv6");
const nat64 = listOf(NAT64, "ipv6");

/**
 * Whether an address is one of the public internet and of another machine than this.
 * @param address as DNS gives it; with a zone (`%eth0`) or in brackets it is none
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes("%")) return false;
  if (isOwn(address)) return false;
  if (isIPv4(address)) return !closedIpv4.check(address, "ipv4");
  return openIpv6.check(address, "ipv6") && !closedIpv6.check(address, "ipv6");
}

/**
 * Whether the audit may connect to an address that DNS gave: a public one, or an IPv6 address that a network without IPv4
 * made of an IPv4 one (DNS64), where the address inside is public. In a website's own URL such an address is refused.
 */
export function isPublicAnswer(address: string): boolean {
  const inside = translatedIpv4(address);
  return isPublicAddress(inside ?? address);
}

/** The IPv4 address inside one of the well-known prefix; null for every other address. */
function translatedIpv4(address: string): string | null {
  if (isIP(address) !== 6 || address.includes("%") || !nat64.check(address, "ipv6")) return null;
  // In one spelling: hexadecimal, the zeros between prefix and address left out.
  const [, tail = ""] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split("::");
  const [low = 0, high = 0] = tail
    .split(":")
    .map((group) => Number.parseInt(group || "0", 16))
    .toReversed();
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

/** Asked each time: a laptop changes its network. */
function isOwn(address: string): boolean {
  const own = new BlockList();
  for (const one of Object.values(os.networkInterfaces()).flatMap((all) => all ?? []))
    own.addAddress(one.address.replace(/%.*$/, ""), one.family === "IPv4" ? "ipv4" : "ipv6");
  return own.check(address, isIPv4(address) ? "ipv4" : "ipv6");
}
