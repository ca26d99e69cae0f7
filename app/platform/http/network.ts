import { isIPv4, isIPv6 } from "node:net";

/** Prefix length of the smallest IPv6 network that providers assign to a connection. */
const CONNECTION_BITS = 64;

/**
 * Returns the network that counts as one visitor.
 * @param bits prefix length for IPv6; providers assign 64, 56 or 48
 * @returns for example `2001:db8:1:2::/64`; IPv4 addresses and other text stay unchanged
 */
export function networkOf(ip: string, bits: 64 | 56 | 48 = CONNECTION_BITS): string {
  if (!isIPv6(ip)) return ip;
  const half = groupsOf(ip).slice(0, Math.ceil(bits / 16));
  const left = bits % 16;
  if (left) half.push(half.pop()! & (0xffff << (16 - left)));
  return `${half.map((group) => group.toString(16)).join(":")}::/${bits}`;
}

/**
 * Truncates an IP address for logs, so it reveals a location but not a person.
 * @returns `203.0.113.0/24`, `2001:db8:1::/48`, or `unknown`
 */
export function coarseNetworkOf(ip: string): string {
  if (isIPv4(ip)) return `${ip.split(".").slice(0, 3).join(".")}.0/24`;
  return isIPv6(ip) ? networkOf(ip, 48) : "unknown";
}

function groupsOf(ip: string): number[] {
  const [head = "", tail] = (ip.split("%")[0] ?? "").toLowerCase().split("::");
  const groups = (part: string) => (part ? part.split(":").map((group) => Number.parseInt(group, 16)) : []);
  const left = groups(head);
  const right = groups(tail ?? "");
  const gap = tail === undefined ? [] : Array<number>(Math.max(0, 8 - left.length - right.length)).fill(0);
  return [...left, ...gap, ...right];
}
