// Limits wrong passwords (CONTRACT "Limits", decisions 0008 and 0035.1).
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
import { countWaiting, type Lane } from "./password-hash.server.ts";

const QUARTER_HOUR = 15 * 60;
const limit = (name: string, points: number): Limit => ({ name, points, seconds: QUARTER_HOUR });

const WRONG_FROM_ONE_ADDRESS = limit("login-address", 10);
/** Providers assign IPv6 networks of these sizes. A /64 counts as one address. */
const WRONG_FROM_A_56 = limit("login-56", 40);
const WRONG_FROM_A_48 = limit("login-48", 160);
const WRONG_FROM_ALL = limit("login-all", 100);
/** Limits for unknown browsers once `WRONG_FROM_ALL` is reached: per address and in total. */
const ONE_EACH = limit("login-crowd", 1);
const CHECKS_IN_A_CROWD = limit("login-crowd-all", 200);
const WRONG_FROM_A_KNOWN_BROWSER = limit("login-browser", 10);

/** Maximum queue lengths. Checks run one at a time and take a quarter of a second each. */
const WAITING_MAX = { open: 40, reserved: 10 };
const CROWD_SECONDS = 10;

type Typist = {
  /** from `requestInfo` */
  ip: string;
  /** from `findKnownBrowser` */
  knownBrowser: string | null;
};

/** `throttled` doesn't reveal whether the password was correct. */
export type Attempt = { outcome: "right" } | Wrong | Throttled;
/** @property triesLeft undefined if the attempt wasn't counted */
export type Wrong = { outcome: "wrong"; triesLeft?: number };
export type Throttled = { outcome: "throttled"; seconds: number };

/** Checks a password unless a sign-in limit has been reached. Correct passwords don't count. */
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
    // Shared limits say nothing about this sender.
    const own = lane === "open" ? taken.filter(([, key]) => key) : taken.slice(0, 1);
    return { outcome: "wrong", triesLeft: await pointsLeft(db, own) };
  }
  await refund(db, taken);
  return { outcome: "right" };
}

/**
 * Returns the remaining seconds of an address's block, or 0. Runs before the body is read. Known browsers have
 * their own limit, which isn't checked here.
 */
export const loginBlockSeconds = (ip: string): number =>
  knownBlockSeconds([WRONG_FROM_ONE_ADDRESS], networkOf(ip));

/** Counts the attempt if no limit blocks it. Returns the limits it counts against, or the seconds to wait. */
async function countUnknownBrowser(db: Database, ip: string): Promise<Counted[] | number> {
  const own = countersOf(ip);
  const all: Counted = [WRONG_FROM_ALL, ""];
  const crowd: Counted[] = [
    [ONE_EACH, networkOf(ip)],
    [CHECKS_IN_A_CROWD, ""],
  ];
  // Checks before writing, so a flood causes no writes.
  const waits = await secondsUntilOpen(db, [...own, ...crowd, all]);
  const isCrowded = waits.pop()! > 0;
  if (waits[0]) rememberBlock(...own[0], waits[0]);
  const seconds = Math.max(...waits.slice(0, isCrowded ? undefined : own.length));
  if (seconds) return seconds;
  return countAll(db, isCrowded ? [...own, ...crowd] : [...own, all]);
}

/** Like `countUnknownBrowser`. Also counts the attempt for the IP address, whose limit doesn't apply here. */
async function countKnownBrowser(db: Database, browser: string, ip: string): Promise<Counted[] | number> {
  const own: Counted = [WRONG_FROM_A_KNOWN_BROWSER, browser];
  const [seconds] = await secondsUntilOpen(db, [own]);
  if (seconds) return seconds;
  const taken = await countAll(db, [own]);
  if (typeof taken === "number") return taken;
  const atAddress = countersOf(ip)[0]!;
  await countAttempt(db, ...atAddress);
  return [own, atAddress];
}

/**
 * Returns the counters of an address and its networks, narrowest first. IPv4 addresses are assigned one by
 * one, so their networks aren't counted.
 */
function countersOf(ip: string): [Counted, ...Counted[]] {
  const network = networkOf(ip);
  const narrow: Counted = [WRONG_FROM_ONE_ADDRESS, network];
  if (network === ip) return [narrow];
  return [narrow, [WRONG_FROM_A_56, networkOf(ip, 56)], [WRONG_FROM_A_48, networkOf(ip, 48)]];
}

/**
 * Counts before the check, so concurrent guesses can't exceed the limit.
 * @returns the limits the attempt counts against, or the seconds to wait
 */
async function countAll(db: Database, counted: Counted[]): Promise<Counted[] | number> {
  const taken: Counted[] = [];
  for (const one of counted) {
    const seconds = await countAttempt(db, ...one);
    if (seconds) {
      rememberBlock(...one, seconds);
      // A rejected attempt must not count against the other limits.
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
