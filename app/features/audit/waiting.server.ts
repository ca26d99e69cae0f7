// Delays responses for reports in progress, so report pages need no script.
import { setTimeout as delay } from "node:timers/promises";
import type { Database } from "../../platform/database/database.server.ts";
import { listOpen } from "./queries.server.ts";

const WAIT_MS = 9_000;
const POLL_MS = 300;
const WAITERS_MAX = 20;
const PATH = /^\/audit\/([\w-]{22})\/?$/;

const waiters = new Set<{ token: string; release: () => void }>();
let isPolling = false;

/**
 * Waits up to 9 seconds for a report in progress.
 * @param db the owner's database
 * @param gone returns a signal that aborts when the visitor disconnects
 */
export async function waitForReport(db: Database, pathname: string, gone: () => AbortSignal): Promise<void> {
  const token = PATH.exec(pathname)?.[1];
  if (!token || waiters.size >= WAITERS_MAX) return;
  const over = Promise.withResolvers<void>();
  const waiter = { token, release: () => over.resolve() };
  const timer = setTimeout(waiter.release, WAIT_MS);
  const left = gone();
  left.addEventListener("abort", waiter.release);
  if (left.aborted) waiter.release();
  waiters.add(waiter);
  if (!isPolling) poll(db);
  // If the report is already finished, don't wait for the next poll.
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

/** One query per poll covers all waiting requests. */
async function poll(db: Database) {
  isPolling = true;
  while (waiters.size) {
    const asked = [...waiters];
    const tokens = asked.map(({ token }) => token);
    // If the database is down, the page reports the error.
    const open = await listOpen(db, tokens).catch(() => new Set());
    for (const { token, release } of asked) if (!open.has(token)) release();
    await delay(POLL_MS);
  }
  isPolling = false;
}
