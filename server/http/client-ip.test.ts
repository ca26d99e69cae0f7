import { describe, expect, test } from "vitest";
import { clientIp, isSecure, parseAddress } from "./client-ip.ts";

const PROXY = "10.0.0.1";
/** Returns a request that came through a proxy with these headers. */
const asking = (headers: Record<string, string>, remoteAddress: string | undefined = PROXY) => ({
  headers,
  socket: { remoteAddress },
});
const from = (entries: string, trustProxy = 1) =>
  clientIp(asking({ "x-forwarded-for": entries }), { trustProxy });

describe("an address from a proxy is normalized", () => {
  test.each([
    ["198.51.100.7", "198.51.100.7"],
    ["198.51.100.7:51234", "198.51.100.7"],
    ["::ffff:198.51.100.7", "198.51.100.7"],
    ["::ffff:c633:6407", "198.51.100.7"],
    ["::FFFF:C633:6407", "198.51.100.7"],
    ["0:0:0:0:0:ffff:c633:6407", "198.51.100.7"],
    ["[::ffff:198.51.100.7]:443", "198.51.100.7"],
    ["2001:db8::1", "2001:db8::1"],
    ["2001:0DB8:0:0::0001", "2001:db8::1"],
    ["[2001:db8::1]", "2001:db8::1"],
    ["[2001:db8::1]:443", "2001:db8::1"],
    ['"[2001:db8::1]:443"', "2001:db8::1"],
    ["fe80::1%eth0", "fe80::1"],
    ["[fe80::1%25eth0]:443", "fe80::1"],
  ])("%s", (spelt, address) => {
    expect(parseAddress(spelt)).toBe(address);
    expect(from(spelt)).toBe(address);
  });
});

describe("invalid addresses are replaced with the connection's address", () => {
  test.each([
    "",
    "unknown",
    "_hidden",
    "example.com",
    "999.1.1.1",
    "198.51.100.7.8",
    "198.51.100.07",
    "198.51.100.7:",
    "[198.51.100.7]:80",
    "[2001:db8::1",
    "2001:db8::1]:443",
    "2001:db8::1::2",
    "' or 1=1",
    "x".repeat(10_000),
  ])("%s", (spelt) => {
    expect(parseAddress(spelt)).toBeNull();
    expect(from(spelt)).toBe(PROXY);
  });
});

test("CONTRACT: TRUST_PROXY says 'how many reverse proxies to trust': each adds one entry at the end", () => {
  expect(from("192.0.2.66, 198.51.100.7", 1)).toBe("198.51.100.7");
  expect(from("192.0.2.66, 198.51.100.7, 10.0.0.2", 2)).toBe("198.51.100.7");
  expect(from("192.0.2.66,, 198.51.100.7:80 ,[::1]:9 ", 2)).toBe("198.51.100.7");
});

test("CONTRACT: '0 trusts no header'", () => {
  const headers = { "x-forwarded-for": "198.51.100.7", "x-forwarded-proto": "https" };
  expect(clientIp(asking(headers), { trustProxy: 0 })).toBe(PROXY);
  expect(isSecure(asking(headers), { trustProxy: 0, siteUrl: "http://example.com" })).toBe(false);
});

test("clientIp returns the IPv4 address of a connection on an IPv6 socket, and none for a closed connection", () => {
  expect(clientIp(asking({}, "::ffff:198.51.100.7"), { trustProxy: 1 })).toBe("198.51.100.7");
  expect(clientIp({ headers: {}, socket: { remoteAddress: undefined } }, { trustProxy: 1 })).toBe("");
});

test("a connection is secure if SITE_URL is https or a proxy reports https", () => {
  const said = (scheme: string) => asking({ "x-forwarded-proto": scheme });
  expect(isSecure(asking({}), { trustProxy: 0, siteUrl: "https://example.com" })).toBe(true);
  expect(isSecure(said("http"), { trustProxy: 1, siteUrl: "https://example.com" })).toBe(true);
  expect(isSecure(said("https"), { trustProxy: 1, siteUrl: "http://example.com" })).toBe(true);
  expect(isSecure(said("https, http"), { trustProxy: 1, siteUrl: "http://example.com" })).toBe(false);
});
