// Waits until a site's page cache has heard of changes that a test wrote to the database.
import pg from "pg";
import { vi } from "vitest";
import type { Query } from "./open-queries.ts";
import { PATIENCE } from "./patience.ts";

/** For `METRICS_TOKEN`: a site with a public URL doesn't show its metrics without it. */
export const METRICS_TOKEN = "a-token-of-the-tests";

const SAMPLE = /^(site_content_changes_total|process_start_time_seconds)\{process="(serving[^"]*)"\} (.+)$/gm;

/** Returns how many changes each serving process has been notified of. A restarted process is a new one. */
function countReceived(metrics: string): Map<string, number> {
  const samples = Map.groupBy(metrics.matchAll(SAMPLE), ([, , name = ""]) => name);
  return new Map(
    Array.from(samples, ([name, lines]) => {
      const read = (metric: string) => lines.find(([, one]) => one === metric)?.[3];
      return [
        `${name} since ${read("process_start_time_seconds")}`,
        Number(read("site_content_changes_total")),
      ];
    }),
  );
}

/**
 * Wraps a site's `query` so that each write returns once all of the site's processes have received its notifications.
 * Adds `clear`, which does the same after emptying tables.
 * @param query runs one statement in the site's database
 */
export async function waitingForCache(query: Query, connection: pg.ClientConfig, url: string) {
  let notified = 0;
  const client = new pg.Client({ ...connection, application_name: "tests that count changes" });
  client.on("notification", () => {
    notified++;
  });
  // Tests close connections and stop databases. Then nothing is counted, so nothing is waited for.
  let isCounting = true;
  client.on("error", () => {
    isCounting = false;
  });
  await client.connect();
  await client.query("listen content_changed");

  /** What each process had received, and what had been sent, when the process was first seen. */
  const begun = new Map<string, { received: number; sent: number }>();
  /** The server sends this connection's notifications before an answer, so afterwards they're counted. */
  const countSent = () =>
    client.query("select").then(
      () => notified,
      () => notified,
    );

  async function haveAllHeard(): Promise<boolean> {
    const before = await countSent();
    const headers = { Authorization: `Bearer ${METRICS_TOKEN}` };
    const body = await fetch(`${url}/metrics`, { headers }).then(
      (response) => (response.ok ? response.text() : ""),
      () => "",
    );
    const sent = await countSent();
    return Array.from(countReceived(body), ([name, received]) => {
      const first = begun.get(name);
      if (first) return received - first.received >= sent - first.sent;
      // If something was sent in the meantime, nobody knows whether the process had already received it.
      if (before !== sent) return false;
      // A process that has just started has cached nothing.
      begun.set(name, { received, sent });
      return true;
    }).every(Boolean);
  }
  await vi.waitUntil(haveAllHeard, { ...PATIENCE, interval: 5 });
  if (begun.size === 0) throw new Error(`${url}/metrics doesn't say which changes the site has heard of.`);

  /** Writes, and returns once all processes have heard of it. */
  async function untilHeard<Result>(write: () => Promise<Result>): Promise<Result> {
    const before = notified;
    const result = await write();
    if (isCounting && (await countSent()) > before)
      await vi.waitUntil(haveAllHeard, { ...PATIENCE, interval: 5 });
    return result;
  }
  const waiting: Query = (text, values) =>
    /^\s*select\b/i.test(text) ? query(text, values) : untilHeard(() => query(text, values));
  /** Empties tables in this order, with one wait for all of them. */
  const clear = (...tables: string[]) =>
    untilHeard(async () => {
      for (const table of tables) await query(`delete from ${table}`);
    });
  return { query: waiting, clear, end: () => client.end().catch(() => {}) };
}
