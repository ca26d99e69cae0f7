// Decides which internet addresses an audit may connect to.
import { BlockList, isIP, isIPv4 } from "node:net";
import os from "node:os";

/**
 * IANA's special-purpose registry, multicast, and addresses that aren't websites, such as a cloud platform's services.
 */
const CLOSED_IPV4 = [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"],
  ...["192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24"],
  ...["192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"],
  ...["224.0.0.0/4", "240.0.0.0/4"],
  // Azure's metadata and DNS
  "168.63.129.16/32",
];
/** All of public IPv6; mapped, compatible, NAT64, ULA and link-local addresses are outside of it. */
const OPEN_IPV6 = ["2000::/3"];
/** Exceptions inside it: protocol assignments with Teredo, documentation, 6to4, AS112. */
const CLOSED_IPV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"];

const listOf = (networks: string[], family: "ipv4" | "ipv6") => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    list.addSubnet(address, Number(bits), family);
  }
  return list;
};
/** Well-known prefix of IPv6-to-IPv4 translators (RFC 6052); the last 32 bits are the IPv4 address. */
const NAT64 = ["64:ff9b::/96"];
const closedIpv4 = listOf(CLOSED_IPV4, "ipv4");
const openIpv6 = listOf(OPEN_IPV6, "ipv6");
const closedIpv6 = listOf(CLOSED_IPV6, "ipv6");
const nat64 = listOf(NAT64, "ipv6");

/**
 * Returns whether an address is on the public internet and doesn't belong to this machine.
 * @param address as DNS returns it; false with a zone (`%eth0`) or in brackets
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes("%")) return false;
  if (isOwn(address)) return false;
  if (isIPv4(address)) return !closedIpv4.check(address, "ipv4");
  return openIpv6.check(address, "ipv6") && !closedIpv6.check(address, "ipv6");
}

/**
 * Returns whether the audit may connect to an address that DNS returned: a public one, or an IPv6 address that a
 * network without IPv4 made from a public IPv4 one (DNS64). In a website's own URL, such an address is refused.
 */
export function isPublicAnswer(address: string): boolean {
  const inside = translatedIpv4(address);
  return isPublicAddress(inside ?? address);
}

/** Returns the IPv4 address inside one with the well-known prefix; null for every other address. */
function translatedIpv4(address: string): string | null {
  if (isIP(address) !== 6 || address.includes("%") || !nat64.check(address, "ipv6")) return null;
  // `URL` normalizes the address: hexadecimal, without the zeros between prefix and address.
  const [, tail = ""] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split("::");
  const [low = 0, high = 0] = tail
    .split(":")
    .map((group) => Number.parseInt(group || "0", 16))
    .toReversed();
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

/** Read on every call: a laptop changes networks. */
function isOwn(address: string): boolean {
  const own = new BlockList();
  for (const one of Object.values(os.networkInterfaces()).flatMap((all) => all ?? []))
    own.addAddress(one.address.replace(/%.*$/, ""), one.family === "IPv4" ? "ipv4" : "ipv6");
  return own.check(address, isIPv4(address) ? "ipv4" : "ipv6");
}
