// A request for a report waits while its audit is made: no script and no automatic jump is needed to see it.
import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "../../platform/database.server.ts";
import { readState } from "./queries.server.ts";
import { isOpen } from "./states.ts";

const WAIT_MS = 9_000;
const POLL_MS = 300;
/** Who comes after so many is answered at once with how far it is. */
const WAITERS_MAX = 20;
const PATH = /^\/audit\/([\w-]{22})\/?$/;

let waiters = 0;

/**
 * Waits for a report that is being made, for some seconds at most; for any other address not at all.
 * @param db the owner's
 * @param gone makes the signal that ends it when the visitor is gone
 */
export async function waitForReport(db: Database, pathname: string, gone: () => AbortSignal): Promise<void> {
  const token = PATH.exec(pathname)?.[1];
  if (!token || waiters >= WAITERS_MAX) return;
  waiters++;
  const signal = gone();
  try {
    const end = performance.now() + WAIT_MS;
    while (isOpen((await readState(db, token)) ?? "") && performance.now() < end && !signal.aborted)
      await delay(POLL_MS, undefined, { signal });
  } catch {
    // The visitor is gone, or the database: the page says which.
  } finally {
    waiters--;
  }
}
