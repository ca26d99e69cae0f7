// Simulated internet for tests (AUDIT_TEST_NET).

export type TestNetEntry = {
  name: string;
  /** IP address, checked by the audit's guard like any other */
  address: string;
  /** without a port, the entry is for all ports */
  port?: number;
  /** local listener; without one, nothing responds */
  to?: { host: string; port: number };
};

const PORT = "(?:[1-9]\\d{0,4})";
const ENTRY = new RegExp(
  `^(?<name>[a-z0-9-]+(?:\\.[a-z0-9-]+)+)=(?<address>\\d{1,3}(?:\\.\\d{1,3}){3}|\\[[0-9a-f:.]+\\])(?::(?<port>${PORT}))?` +
    `(?:>(?<host>127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}):(?<to>${PORT}))?$`,
);

/**
 * Parses `site.test=93.184.215.14>127.0.0.1:4321,evil.test=10.0.0.1`. An address can have a port
 * (`93.184.215.14:443`). IPv6 addresses are in brackets.
 * @returns null if the format is invalid
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

/** Returns whether an origin's host is a loopback name or address, which always means this machine. */
export const isLoopback = (origin: string) =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(origin).hostname);
