// How many wrong passwords the server takes (CONTRACT "Limits", decision 0035.1, docs/decisions/0032).
import {
  forgetBlock,
  knownBlockSeconds,
  rememberBlock,
} from "../../platform/database/closed-limits.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import {
  type Counted,
  countAttempt,
  type Limit,
  refundPoint,
  secondsUntilOpen,
} from "../../platform/database/rate-limit.server.ts";
import { networkOf } from "../../platform/http/network.ts";
import { isAdminPassword } from "./password.server.ts";
import { countWaiting } from "./password-hash.server.ts";

const QUARTER_HOUR = 15 * 60;
const limit = (name: string, points: number): Limit => ({ name, points, seconds: QUARTER_HOUR });

const WRONG_FROM_ONE_ADDRESS = limit("login-address", 10);
/** Providers hand out IPv6 networks of these sizes: one of them has up to 65,536 addresses as we count them. */
const WRONG_FROM_A_56 = limit("login-56", 40);
const WRONG_FROM_A_48 = limit("login-48", 160);
const WRONG_FROM_ALL = limit("login-all", 100);
/** While too many are wrong, each address has one try, and there are so many of these in all. */
const ONE_EACH = limit("login-crowd", 1);
const CHECKS_IN_A_CROWD = limit("login-crowd-all", 200);
/** A browser that has logged in before has limits of its own, however many share its IP address. */
const WRONG_FROM_A_KNOWN_BROWSER = limit("login-browser", 10);

/** Checks take a quarter of a second each, one after the other: more than these waiting are sent away for a moment. */
const WAITING_MAX = { open: 40, reserved: 10 };
const CROWD_SECONDS = 10;

/** Who types a password. */
type Typist = {
  /** the visitor's, as `requestInfo` has it */
  ip: string;
  /** from `findKnownBrowser` */
  knownBrowser: string | null;
};

/** What came of a typed password. `throttled` says nothing about the password. */
export type Attempt = { outcome: "right" } | { outcome: "wrong" } | Throttled;
export type Throttled = { outcome: "throttled"; seconds: number };

/**
 * Checks a typed password, unless its sender was wrong too often: 10 times in 15 minutes from one address, other
 * addresses unaffected; right passwords do not count. What is turned away costs one look at the counters.
 */
export async function attemptPassword(db: Database, password: string, typist: Typist): Promise<Attempt> {
  const lane = typist.knownBrowser === null ? "open" : "reserved";
  if (countWaiting(lane) >= WAITING_MAX[lane]) return { outcome: "throttled", seconds: CROWD_SECONDS };
  const taken = await (typist.knownBrowser === null
    ? takeStrangers(db, typist.ip)
    : takeKnown(db, typist.knownBrowser, typist.ip));
  if (typeof taken === "number") return { outcome: "throttled", seconds: taken };
  if (!(await isAdminPassword(db, password, lane))) return { outcome: "wrong" };
  await refund(db, taken);
  return { outcome: "right" };
}

/**
 * Whether an address is known to have been wrong too often, before anything is read of what it sends now. Says nothing
 * of known browsers, which have a limit of their own.
 * @returns 0, or the seconds until it may try again
 */
export const loginBlockSeconds = (ip: string): number =>
  knownBlockSeconds([WRONG_FROM_ONE_ADDRESS], networkOf(ip));

/** @returns the points that were taken, or the seconds to wait */
async function takeStrangers(db: Database, ip: string): Promise<Counted[] | number> {
  const own = countersOf(ip);
  const all: Counted = [WRONG_FROM_ALL, ""];
  const crowd: Counted[] = [
    [ONE_EACH, networkOf(ip)],
    [CHECKS_IN_A_CROWD, ""],
  ];
  // Looked at before anything is written, so that a flood writes nothing.
  const waits = await secondsUntilOpen(db, [...own, ...crowd, all]);
  const isCrowded = waits.pop()! > 0;
  if (waits[0]) rememberBlock(...own[0], waits[0]);
  const seconds = Math.max(...waits.slice(0, isCrowded ? undefined : own.length));
  if (seconds) return seconds;
  return takeAll(db, isCrowded ? [...own, ...crowd] : [...own, all]);
}

/** What a known browser is wrong about counts at its address too; it is measured by its own limit alone. */
async function takeKnown(db: Database, browser: string, ip: string): Promise<Counted[] | number> {
  const own: Counted = [WRONG_FROM_A_KNOWN_BROWSER, browser];
  const [seconds] = await secondsUntilOpen(db, [own]);
  if (seconds) return seconds;
  const taken = await takeAll(db, [own]);
  if (typeof taken === "number") return taken;
  const atAddress = countersOf(ip)[0]!;
  await countAttempt(db, ...atAddress);
  return [own, atAddress];
}

/** An address and the networks around it, from the narrowest; IPv4 is handed out address by address. */
function countersOf(ip: string): [Counted, ...Counted[]] {
  const network = networkOf(ip);
  const narrow: Counted = [WRONG_FROM_ONE_ADDRESS, network];
  if (network === ip) return [narrow];
  return [narrow, [WRONG_FROM_A_56, networkOf(ip, 56)], [WRONG_FROM_A_48, networkOf(ip, 48)]];
}

/**
 * Counted before the check and given back after it: a hundred guesses sent at once must not all be the first.
 * @returns what was taken, all of it, or the seconds to wait
 */
async function takeAll(db: Database, counted: Counted[]): Promise<Counted[] | number> {
  const taken: Counted[] = [];
  for (const one of counted) {
    const seconds = await countAttempt(db, ...one);
    if (seconds) {
      rememberBlock(...one, seconds);
      // A refusal here is not what others of the network pay for.
      await refund(db, taken);
      return seconds;
    }
    taken.push(one);
  }
  return taken;
}

async function refund(db: Database, taken: Counted[]) {
  for (const one of taken) {
    await refundPoint(db, ...one);
    forgetBlock(...one);
  }
}
