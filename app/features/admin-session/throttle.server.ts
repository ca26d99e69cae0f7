// Limits for wrong passwords (CONTRACT "Limits", decision 0035.1, docs/decisions/0008).
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
  pointsLeft,
  refundPoint,
  secondsUntilOpen,
} from "../../platform/database/rate-limit.server.ts";
import { networkOf } from "../../platform/http/network.ts";
import { isAdminPassword } from "./password.server.ts";
import { countWaiting, type Lane } from "./password-hash.server.ts";

const QUARTER_HOUR = 15 * 60;
const limit = (name: string, points: number): Limit => ({ name, points, seconds: QUARTER_HOUR });

const WRONG_FROM_ONE_ADDRESS = limit("login-address", 10);
/** Providers assign IPv6 networks of these sizes. A /48 contains 65,536 of the /64 networks we count as addresses. */
const WRONG_FROM_A_56 = limit("login-56", 40);
const WRONG_FROM_A_48 = limit("login-48", 160);
const WRONG_FROM_ALL = limit("login-all", 100);
/** While too many are wrong, each address has one try, and this many are checked in total. */
const ONE_EACH = limit("login-crowd", 1);
const CHECKS_IN_A_CROWD = limit("login-crowd-all", 200);
/** A known browser has its own limits, no matter how many share its IP address. */
const WRONG_FROM_A_KNOWN_BROWSER = limit("login-browser", 10);

/**
 * Checks take a quarter of a second each and run one at a time. Beyond these queue lengths, attempts are rejected for a
 * moment.
 */
const WAITING_MAX = { open: 40, reserved: 10 };
const CROWD_SECONDS = 10;

/** Who is signing in. */
type Typist = {
  /** the visitor's IP address, from `requestInfo` */
  ip: string;
  /** from `findKnownBrowser` */
  knownBrowser: string | null;
};

/** The outcome of a sign-in attempt. `throttled` doesn't reveal whether the password was correct. */
export type Attempt = { outcome: "right" } | Wrong | Throttled;
/** @property triesLeft before its own limit blocks this sender; undefined if the attempt didn't count */
export type Wrong = { outcome: "wrong"; triesLeft?: number };
export type Throttled = { outcome: "throttled"; seconds: number };

/** Checks the owner's password within the limits of `attempt`. */
export const attemptPassword = (db: Database, password: string, typist: Typist): Promise<Attempt> =>
  attempt(db, typist, (lane) => isAdminPassword(db, password, lane));

/**
 * Checks a password unless its sender failed too often: 10 times in 15 minutes per address, without affecting other
 * addresses. Correct passwords don't count. A blocked attempt costs one query of the counters.
 * @param isRight checks the password in a queue
 */
export async function attempt(
  db: Database,
  typist: Typist,
  isRight: (lane: Lane) => Promise<boolean>,
): Promise<Attempt> {
  const lane = typist.knownBrowser === null ? "open" : "reserved";
  if (countWaiting(lane) >= WAITING_MAX[lane]) return { outcome: "throttled", seconds: CROWD_SECONDS };
  const taken = await (typist.knownBrowser === null
    ? countUnknownBrowser(db, typist.ip)
    : countKnownBrowser(db, typist.knownBrowser, typist.ip));
  if (typeof taken === "number") return { outcome: "throttled", seconds: taken };
  if (!(await isRight(lane))) {
    // Counters shared by all unknown browsers say nothing about this one, and known browsers aren't limited by
    // address.
    const own = lane === "open" ? taken.filter(([, key]) => key) : taken.slice(0, 1);
    return { outcome: "wrong", triesLeft: await pointsLeft(db, own) };
  }
  await refund(db, taken);
  return { outcome: "right" };
}

/**
 * Returns whether an address is known to be blocked, before its request is read. Known browsers have their own limit,
 * which this doesn't check.
 * @returns 0, or the seconds until it may try again
 */
export const loginBlockSeconds = (ip: string): number =>
  knownBlockSeconds([WRONG_FROM_ONE_ADDRESS], networkOf(ip));

/** @returns the counted points, or the seconds to wait */
async function countUnknownBrowser(db: Database, ip: string): Promise<Counted[] | number> {
  const own = countersOf(ip);
  const all: Counted = [WRONG_FROM_ALL, ""];
  const crowd: Counted[] = [
    [ONE_EACH, networkOf(ip)],
    [CHECKS_IN_A_CROWD, ""],
  ];
  // Checked before anything is written, so that a flood causes no writes.
  const waits = await secondsUntilOpen(db, [...own, ...crowd, all]);
  const isCrowded = waits.pop()! > 0;
  if (waits[0]) rememberBlock(...own[0], waits[0]);
  const seconds = Math.max(...waits.slice(0, isCrowded ? undefined : own.length));
  if (seconds) return seconds;
  return takeAll(db, isCrowded ? [...own, ...crowd] : [...own, all]);
}

/** Counts a known browser's attempts at its address too, but only its own limit applies. */
async function countKnownBrowser(db: Database, browser: string, ip: string): Promise<Counted[] | number> {
  const own: Counted = [WRONG_FROM_A_KNOWN_BROWSER, browser];
  const [seconds] = await secondsUntilOpen(db, [own]);
  if (seconds) return seconds;
  const taken = await takeAll(db, [own]);
  if (typeof taken === "number") return taken;
  const atAddress = countersOf(ip)[0]!;
  await countAttempt(db, ...atAddress);
  return [own, atAddress];
}

/**
 * Returns the counters of an address and its networks, narrowest first. IPv4 addresses are assigned one by one, so they
 * have no wider networks here.
 */
function countersOf(ip: string): [Counted, ...Counted[]] {
  const network = networkOf(ip);
  const narrow: Counted = [WRONG_FROM_ONE_ADDRESS, network];
  if (network === ip) return [narrow];
  return [narrow, [WRONG_FROM_A_56, networkOf(ip, 56)], [WRONG_FROM_A_48, networkOf(ip, 48)]];
}

/**
 * Counts before the check and refunds afterwards, so that a hundred concurrent guesses can't all count as the first.
 * @returns all counted points, or the seconds to wait
 */
async function takeAll(db: Database, counted: Counted[]): Promise<Counted[] | number> {
  const taken: Counted[] = [];
  for (const one of counted) {
    const seconds = await countAttempt(db, ...one);
    if (seconds) {
      rememberBlock(...one, seconds);
      // Others in the network shouldn't pay for this rejection.
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
