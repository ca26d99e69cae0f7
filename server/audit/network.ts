// The two ends of a request, which tests replace: DNS, and the socket's target. The guard between them is the same in
// every test.
import { Resolver } from "node:dns/promises";
import type { TestNetEntry } from "../../app/platform/http/audit-network.ts";

/** A DNS lookup. Throws `NoSuchName` if the name has no addresses, anything else if DNS couldn't be asked. */
type Resolve = (name: string, signal: AbortSignal) => Promise<string[]>;
/** Where to open the socket for an address that passed the guard; null if nothing answers there. */
type Locate = (address: string, port: number) => { host: string; port: number } | null;

export type Network = { resolve: Resolve; locate: Locate };

/** DNS has no addresses for a name. */
export class NoSuchName extends Error {}

const DNS_TRY_MS = 1_500;
const DNS_TRIES = 2;
const NO_NAME = ["ENOTFOUND", "ENODATA"];

/** The internet. DNS is queried directly: /etc/hosts and search domains concern only this machine. */
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

/** Returns the fake internet of AUDIT_TEST_NET: other names don't exist, and other addresses don't answer. */
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
