import { expect, test, vi } from "vitest";
import { ProxyWatch } from "./proxy-watch.ts";

const PUBLIC = "https://www.agency.com";
const watch = (trustProxy: number, siteUrl = PUBLIC) => {
  const tell = vi.fn();
  const proxies = new ProxyWatch({ trustProxy, siteUrl }, tell);
  const look = (headers: Record<string, string>, remoteAddress?: string) =>
    proxies.look({ headers, socket: { remoteAddress } });
  return { proxies, look, tell };
};
const one = { "x-forwarded-for": "198.51.100.7" };

test.each([
  "127.0.0.1",
  "::1",
  "::ffff:127.0.0.1",
  "10.1.2.3",
  "172.31.0.1",
  "192.168.0.9",
  "100.64.0.1",
  "fd00::1",
])("with TRUST_PROXY=0, a proxy at %s is reported once", (address) => {
  for (const headers of [one, { forwarded: "for=198.51.100.7" }]) {
    const { proxies, look, tell } = watch(0);
    look({}, address);
    expect(proxies.isMisconfigured).toBe(false);
    look(headers, address);
    look(headers, address);
    expect(proxies.isMisconfigured).toBe(true);
    expect(tell).toHaveBeenCalledTimes(1);
  }
});

test.each(["198.51.100.9", "172.32.0.1", "2001:db8::1", "", undefined])(
  "a visitor at %s can't pass for a proxy",
  (address) => {
    const { proxies, look } = watch(0);
    look(one, address);
    expect(proxies.isMisconfigured).toBe(false);
  },
);

test("a mismatch is reported if X-Forwarded-For has fewer entries than TRUST_PROXY", () => {
  const { proxies, look } = watch(2);
  look({ "x-forwarded-for": "198.51.100.7, 10.0.0.2" }, "10.0.0.1");
  look({ "x-forwarded-for": "192.0.2.66, 198.51.100.7, 10.0.0.2" }, "10.0.0.1");
  expect(proxies.isMisconfigured).toBe(false);
  look(one, "10.0.0.1");
  expect(proxies.isMisconfigured).toBe(true);
});

test("a missing X-Forwarded-For is reported only for page views on a public site", () => {
  const person = { "sec-fetch-dest": "document" };
  const { proxies, look } = watch(1);
  look({}, "127.0.0.1");
  look({ "sec-fetch-dest": "empty" }, "127.0.0.1");
  expect(proxies.isMisconfigured).toBe(false);
  look(person, "127.0.0.1");
  expect(proxies.isMisconfigured).toBe(true);

  const trial = watch(1, "http://localhost:3000");
  trial.look(person, "127.0.0.1");
  expect(trial.proxies.isMisconfigured).toBe(false);
});
