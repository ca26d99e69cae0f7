// Counts visits that ended in a redirect or a 404. Counts are kept in memory and written together every few seconds, so
// that a flood costs neither the database nor the visitor anything.
import type { IncomingMessage } from "node:http";
import { normalPath } from "../../app/features/redirects/paths.ts";
import { normalFrom } from "../../app/features/redirects/patterns.ts";
import {
  addReferrers,
  recordMissing,
  recordRedirected,
  type Visits,
} from "../../app/features/redirects/visits.server.ts";
import type { Database } from "../../app/platform/database/database.server.ts";
import { isPersonalPath } from "../../app/platform/http/personal-path.server.ts";
import type { Log } from "../../app/platform/log.server.ts";

const WRITE_EVERY_MS = 5_000;
/** Limit of distinct URLs between two writes; visits beyond it aren't counted. */
const ADDRESSES_MAX = 500;
const HOST_MAX_CHARS = 100;
const URL_MAX_CHARS = 1_000;

/**
 * Paths that scanners try on every site. Nothing links to them, so they would only bury the pages that visitors
 * really miss.
 */
const PROBES =
  /^\/(wp-(admin|login|includes|json|config)|xmlrpc\.php|\.|cgi-bin|phpmyadmin|vendor\/|actuator|_ignition|server-status)/;

/** The parts of a request that are used here. */
export type Asked = Pick<IncomingMessage, "method" | "url" | "headers">;

/** Counts visits as long as the process serves. */
export type VisitCounter = {
  /** Accepts any response to a visitor; only documents that moved, are gone or are missing are counted. */
  count(asked: Asked, status: number): void;
  /** writes what was counted since the last write */
  write(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts counting. @param db the owner's handle: visitors can't write */
export function startVisitCounter(db: Database, log: Log): VisitCounter {
  let counted = new Map<string, Visits & { isMissing: boolean }>();

  function count({ method, url, headers }: Asked, status: number) {
    const isMissing = status === 404;
    if (!(isMissing || status === 301 || status === 410) || method !== "GET" || !url?.startsWith("/")) return;
    // Images, scripts and the like aren't what the visitor was looking for.
    const destination = headers["sec-fetch-dest"];
    if (destination && destination !== "document") return;
    // A redirect may apply to this query only; the 404 log stores paths.
    const address = isMissing ? normalPath(url) : normalFrom(url.slice(0, URL_MAX_CHARS));
    if (isMissing && (isPersonalPath(address) || PROBES.test(address))) return;
    let visits = counted.get(`${isMissing} ${address}`);
    if (!visits) {
      if (counted.size >= ADDRESSES_MAX) return;
      visits = { path: address, hits: 0, referrers: {}, isMissing };
      counted.set(`${isMissing} ${address}`, visits);
    }
    visits.hits++;
    const host = hostOf(headers.referer);
    if (host) visits.referrers = addReferrers(visits.referrers, { [host]: 1 });
  }

  async function write() {
    if (!counted.size) return;
    const all = [...counted.values()];
    counted = new Map();
    try {
      await recordRedirected(
        db,
        all.filter(({ isMissing }) => !isMissing),
      );
      await recordMissing(
        db,
        all.filter(({ isMissing }) => isMissing),
      );
    } catch (error) {
      // While the database is down, counts are dropped.
      log.warn({ reason: (error as Error).message.split("\n")[0] }, "Visits couldn't be counted");
    }
  }

  let writing = Promise.resolve();
  const timer = setInterval(() => {
    writing = writing.then(write);
  }, WRITE_EVERY_MS);
  timer.unref();
  return {
    count,
    write,
    async stop() {
      clearInterval(timer);
      await writing;
      await write();
    },
  };
}

function hostOf(referrer: string | undefined): string {
  const url = referrer ? URL.parse(referrer) : null;
  return url && /^https?:$/.test(url.protocol) ? url.host.slice(0, HOST_MAX_CHARS) : "";
}
