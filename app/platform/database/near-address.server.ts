import { BlockList, isIPv6 } from "node:net";

/** This machine and private networks, from which proxies connect. */
const NEAR = new BlockList();
for (const [network, bits] of [
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  NEAR.addSubnet(network, bits, "ipv4");
NEAR.addAddress("::1", "ipv6");
NEAR.addSubnet("fc00::", 7, "ipv6");
NEAR.addSubnet("fe80::", 10, "ipv6");

/** Returns whether an IP address belongs to this machine or a private network. */
export const isNearAddress = (address: string): boolean =>
  NEAR.check(address, isIPv6(address) ? "ipv6" : "ipv4");
