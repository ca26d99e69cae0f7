// Tests replace DNS and the socket's target. The guard between them is always real.
import { Resolver } from "node:dns/promises";
import type { TestNetEntry } from "../../app/platform/http/audit-network.ts";

/** Throws `NoSuchName` if the name has no addresses, and other errors if DNS fails. */
type Resolve = (name: string, signal: AbortSignal) => Promise<string[]>;
/** Returns where to connect for a checked address; null if nothing answers there. */
type Locate = (address: string, port: number) => { host: string; port: number } | null;

export type Network = { resolve: Resolve; locate: Locate };

export class NoSuchName extends Error {}

const DNS_TRY_MS = 1_500;
const DNS_TRIES = 2;
const NO_NAME = ["ENOTFOUND", "ENODATA"];

/** DNS is queried directly, because /etc/hosts concerns only this machine. */
export const internet: Network = {
  async resolve(name, signal) {
    const resolver = new Resolver({ timeout: DNS_TRY_MS, tries: DNS_TRIES });
    const cancel = () => resolver.cancel();
    signal.addEventListener("abort", cancel);
    try {
      const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
      if (addresses.length) return addresses;
      const errors = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason] : []));
      const other = errors.find(({ code }) => !NO_NAME.includes(code));
      throw other ?? new NoSuchName(name);
    } finally {
      signal.removeEventListener("abort", cancel);
    }
  },
  locate: (address, port) => ({ host: address, port }),
};

/** Returns the fake internet that AUDIT_TEST_NET describes. */
export function testNetwork(entries: readonly TestNetEntry[]): Network {
  return {
    async resolve(name) {
      const addresses = entries.filter((entry) => entry.name === name).map(({ address }) => address);
      if (!addresses.length) throw new NoSuchName(name);
      return [...new Set(addresses)];
    },
    locate: (address, port) =>
      entries.find((entry) => entry.address === address && (entry.port ?? port) === port)?.to ?? null,
  };
}
