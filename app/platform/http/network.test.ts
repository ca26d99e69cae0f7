import { expect, test } from "vitest";
import { coarseNetworkOf, networkOf } from "./network.ts";

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["unknown", "unknown"],
])("the IP address %s counts as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test("wider IPv6 networks ignore the bits that a visitor can choose", () => {
  expect(networkOf("2001:db8:1:2ff:3::4", 56)).toBe("2001:db8:1:200::/56");
  expect(networkOf("2001:db8:1:203::", 56)).toBe(networkOf("2001:db8:1:2ff::", 56));
  expect(networkOf("2001:db8:1:303::", 56)).not.toBe(networkOf("2001:db8:1:203::", 56));
  expect(networkOf("2001:db8:1:2ff:3::4", 48)).toBe("2001:db8:1::/48");
  expect(networkOf("192.0.2.1", 48)).toBe("192.0.2.1");
});

test.each([
  ["203.0.113.77", "203.0.113.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
  ["::1", "0:0:0::/48"],
  ["", "unknown"],
  ["<script>", "unknown"],
])("the IP address %j is logged as %s", (address, network) => {
  expect(coarseNetworkOf(address)).toBe(network);
});
