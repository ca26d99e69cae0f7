import { BlockList, isIP, isIPv4 } from "node:net";
import os from "node:os";

/** IANA's special-purpose addresses, multicast, and cloud platforms' internal services. */
const CLOSED_IPV4 = [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"],
  ...["192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24"],
  ...["192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"],
  ...["224.0.0.0/4", "240.0.0.0/4"],
  // Azure metadata and DNS
  "168.63.129.16/32",
];
/** Mapped, compatible, NAT64, ULA and link-local addresses are outside this range. */
const OPEN_IPV6 = ["2000::/3"];
/** Protocol assignments (including Teredo), documentation, 6to4 and AS112. */
const CLOSED_IPV6 = ["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"];

const listOf = (networks: string[], family: "ipv4" | "ipv6") => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    list.addSubnet(address, Number(bits), family);
  }
  return list;
};
/** In these addresses (RFC 6052), the last 32 bits are an IPv4 address. */
const NAT64 = ["64:ff9b::/96"];
const closedIpv4 = listOf(CLOSED_IPV4, "ipv4");
const openIpv6 = listOf(OPEN_IPV6, "ipv6");
const closedIpv6 = listOf(CLOSED_IPV6, "ipv6");
const nat64 = listOf(NAT64, "ipv6");

/** Returns whether an address is public and isn't this machine's. False for one with a zone (`%eth0`) or brackets. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes("%")) return false;
  if (isOwn(address)) return false;
  if (isIPv4(address)) return !closedIpv4.check(address, "ipv4");
  return openIpv6.check(address, "ipv6") && !closedIpv6.check(address, "ipv6");
}

/** Returns whether an audit may connect to an address from DNS. Also allows public IPv4 inside NAT64 (DNS64). */
export function isPublicAnswer(address: string): boolean {
  const inside = translatedIpv4(address);
  return isPublicAddress(inside ?? address);
}

/** Returns the IPv4 address inside a NAT64 address; null for other addresses. */
function translatedIpv4(address: string): string | null {
  if (isIP(address) !== 6 || address.includes("%") || !nat64.check(address, "ipv6")) return null;
  // `URL` normalizes addresses to hexadecimal without leading zeros.
  const [, tail = ""] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split("::");
  const [low = 0, high = 0] = tail
    .split(":")
    .map((group) => Number.parseInt(group || "0", 16))
    .toReversed();
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

/** A laptop changes networks, so its addresses are read on every call. */
function isOwn(address: string): boolean {
  const own = new BlockList();
  for (const one of Object.values(os.networkInterfaces()).flatMap((all) => all ?? []))
    own.addAddress(one.address.replace(/%.*$/, ""), one.family === "IPv4" ? "ipv4" : "ipv6");
  return own.check(address, isIPv4(address) ? "ipv4" : "ipv6");
}
