// The pretended internet of a test (AUDIT_TEST_NET): names, their addresses, and where on this machine these answer.

/** Addresses that a name has in the test, and which port of this machine stands for one. */
export type TestNetEntry = {
  name: string;
  /** as DNS would answer it; it passes the audit's guard like any other */
  address: string;
  /** stands for this port of the address; without it for all of them */
  port?: number;
  /** a listener on this machine; without it nothing answers there */
  to?: { host: string; port: number };
};

const PORT = "(?:[1-9]\\d{0,4})";
const ENTRY = new RegExp(
  `^(?<name>[a-z0-9-]+(?:\\.[a-z0-9-]+)+)=(?<address>\\d{1,3}(?:\\.\\d{1,3}){3}|\\[[0-9a-f:.]+\\])(?::(?<port>${PORT}))?` +
    `(?:>(?<host>127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}):(?<to>${PORT}))?$`,
);

/**
 * Reads `site.test=93.184.215.14>127.0.0.1:4321,evil.test=10.0.0.1`; an address may have a port of its own
 * (`site.test=93.184.215.14:443>127.0.0.1:4322`), and stands in brackets where it is IPv6.
 * @returns `null` where it is something else
 */
export function parseTestNet(value: string): TestNetEntry[] | null {
  const entries = value.split(",").map((one) => ENTRY.exec(one.trim())?.groups);
  const read: TestNetEntry[] = [];
  for (const entry of entries) {
    if (!entry || Number(entry.port ?? 1) > 65535 || Number(entry.to ?? 1) > 65535) return null;
    const { name = "", address = "", port, host, to } = entry;
    read.push({
      ...{ name, address: address.replace(/^\[|\]$/g, "") },
      ...(port && { port: Number(port) }),
      ...(host && to && { to: { host, port: Number(to) } }),
    });
  }
  return read;
}

/** Whether an origin is this machine, which other machines do not reach by it. */
export const isLoopback = (origin: string) =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(origin).hostname);
