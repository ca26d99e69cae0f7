// Holds a request for a report while its audit runs, so that the page needs no script or automatic reload.
import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "../../platform/database/database.server.ts";
import { listOpen } from "./queries.server.ts";

const WAIT_MS = 9_000;
const POLL_MS = 300;
/** Beyond this many, a request gets the current state immediately. */
const WAITERS_MAX = 20;
const PATH = /^\/audit\/([\w-]{22})\/?$/;

/** The waiting requests, each with its token and the function that releases it. */
const waiters = new Set<{ token: string; release: () => void }>();
let isPolling = false;

/**
 * Waits a few seconds for a report in progress. Returns immediately for any other URL.
 * @param db the owner's database
 * @param gone creates the signal that fires when the visitor disconnects
 */
export async function waitForReport(db: Database, pathname: string, gone: () => AbortSignal): Promise<void> {
  const token = PATH.exec(pathname)?.[1];
  if (!token || waiters.size >= WAITERS_MAX) return;
  const over = Promise.withResolvers<void>();
  const waiter = { token, release: () => over.resolve() };
  const timer = setTimeout(waiter.release, WAIT_MS);
  gone().addEventListener("abort", waiter.release);
  waiters.add(waiter);
  if (!isPolling) poll(db);
  // The next poll covers this one too, but a finished report doesn't have to wait for it.
  else if (!(await isOpen(db, token))) waiter.release();
  await over.promise;
  clearTimeout(timer);
  waiters.delete(waiter);
}

const isOpen = (db: Database, token: string) =>
  listOpen(db, [token]).then(
    (open) => open.has(token),
    () => false,
  );

/** Polls with one query for all waiting requests, as long as there are any. */
async function poll(db: Database) {
  isPolling = true;
  while (waiters.size) {
    const asked = [...waiters];
    const tokens = asked.map(({ token }) => token);
    // If the database is down, the page itself will report it.
    const open = await listOpen(db, tokens).catch(() => new Set());
    for (const { token, release } of asked) if (!open.has(token)) release();
    await delay(POLL_MS);
  }
  isPolling = false;
}
