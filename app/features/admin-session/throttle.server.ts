// How often somebody may be wrong about the password (CONTRACT "Limits", DECISIONS 1).
import type { Database } from "../../platform/database.server.ts";
import { networkOf } from "../../platform/network.ts";
import { givePointBack, type Limit, takePoint } from "../../platform/rate-limit.server.ts";
import { isAdminPassword } from "./password.server.ts";

const QUARTER_HOUR = 15 * 60;
const WRONG_FROM_ONE_ADDRESS: Limit = { name: "login-address", points: 10, seconds: QUARTER_HOUR };
const WRONG_FROM_ALL: Limit = { name: "login-all", points: 100, seconds: QUARTER_HOUR };
/** While too many are wrong, each address has one try: guessing from many is slowed, the owner still gets in. */
const ONE_EACH: Limit = { name: "login-crowd", points: 1, seconds: QUARTER_HOUR };

/** Checks take a third of a second each, one after the other: more than these waiting are sent away for a moment. */
const WAITING_MAX = 40;
const CROWD_SECONDS = 10;
let waiting = 0;

/** What came of a typed password. `throttled` says nothing about the password. */
export type Attempt = { outcome: "right" | "wrong" } | { outcome: "throttled"; seconds: number };

/**
 * Checks a typed password, unless its sender was wrong too often: 10 times in 15 minutes from one address, other
 * addresses unaffected; right passwords do not count.
 * @param address the visitor's, as `requestInfo` has it
 * @throws on a database fault
 */
export async function attemptPassword(db: Database, password: string, address: string): Promise<Attempt> {
  if (waiting >= WAITING_MAX) return { outcome: "throttled", seconds: CROWD_SECONDS };
  const network = networkOf(address);
  // Counted before the check and taken back after it: a hundred guesses sent at once must not all be the first.
  const taken: [Limit, string][] = [];
  const take = async (limit: Limit, key: string) => {
    taken.push([limit, key]);
    return takePoint(db, limit, key);
  };
  const seconds =
    (await take(WRONG_FROM_ONE_ADDRESS, network)) ||
    ((await take(WRONG_FROM_ALL, "")) && (await take(ONE_EACH, network)));
  if (seconds) return { outcome: "throttled", seconds };
  waiting++;
  try {
    if (!(await isAdminPassword(db, password))) return { outcome: "wrong" };
  } finally {
    waiting--;
  }
  for (const [limit, key] of taken) await givePointBack(db, limit, key);
  return { outcome: "right" };
}
