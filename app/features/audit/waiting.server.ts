// A request for a report waits while its audit is made: no script and no automatic jump is needed to see it.
import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "../../platform/database/database.server.ts";
import { listOpen } from "./queries.server.ts";

const WAIT_MS = 9_000;
const POLL_MS = 300;
/** Who comes after so many is answered at once with how far it is. */
const WAITERS_MAX = 20;
const PATH = /^\/audit\/([\w-]{22})\/?$/;

/** Those that wait, each with its token and what lets it go. */
const waiters = new Set<{ token: string; letGo: () => void }>();
let isLooking = false;

/**
 * Waits for a report that is being made, for some seconds at most; for any other address not at all.
 * @param db the owner's
 * @param gone makes the signal that ends it when the visitor is gone
 */
export async function waitForReport(db: Database, pathname: string, gone: () => AbortSignal): Promise<void> {
  const token = PATH.exec(pathname)?.[1];
  if (!token || waiters.size >= WAITERS_MAX) return;
  const over = Promise.withResolvers<void>();
  const waiter = { token, letGo: () => over.resolve() };
  const timer = setTimeout(waiter.letGo, WAIT_MS);
  gone().addEventListener("abort", waiter.letGo);
  waiters.add(waiter);
  if (!isLooking) look(db);
  // The next look finds this one too; a report that is ready already needs none.
  else if (!(await isOpen(db, token))) waiter.letGo();
  await over.promise;
  clearTimeout(timer);
  waiters.delete(waiter);
}

const isOpen = (db: Database, token: string) =>
  listOpen(db, [token]).then(
    (open) => open.has(token),
    () => false,
  );

/** One query for all that wait, again and again while there are any. */
async function look(db: Database) {
  isLooking = true;
  while (waiters.size) {
    const asked = [...waiters];
    const tokens = asked.map(({ token }) => token);
    // Where the database is away the page says so.
    const open = await listOpen(db, tokens).catch(() => new Set());
    for (const { token, letGo } of asked) if (!open.has(token)) letGo();
    await delay(POLL_MS);
  }
  isLooking = false;
}
