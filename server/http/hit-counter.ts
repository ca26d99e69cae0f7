// Counts are written every few seconds, so a flood of visits costs little.
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
/** At most this many distinct URLs are counted between two writes. */
const ADDRESSES_MAX = 500;
const HOST_MAX_CHARS = 100;
const URL_MAX_CHARS = 1_000;

/** Scanners try these paths on every site. Counting them would bury real 404s. */
const PROBES =
  /^\/(wp-(admin|login|includes|json|config)|xmlrpc\.php|\.|cgi-bin|phpmyadmin|vendor\/|actuator|_ignition|server-status)/;

export type Asked = Pick<IncomingMessage, "method" | "url" | "headers">;

export type VisitCounter = {
  /** Counts a request for a page that is redirected, gone or missing. Ignores all others. */
  count(asked: Asked, status: number): void;
  write(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts counting. @param db the owner's handle, because visitors can't write */
export function startVisitCounter(db: Database, log: Log): VisitCounter {
  let counted = new Map<string, Visits & { isMissing: boolean }>();

  function count({ method, url, headers }: Asked, status: number) {
    const isMissing = status === 404;
    if (!(isMissing || status === 301 || status === 410) || method !== "GET" || !url?.startsWith("/")) return;
    // Images, scripts and the like don't count.
    const destination = headers["sec-fetch-dest"];
    if (destination && destination !== "document") return;
    // A redirect may need the query. The 404 log only stores paths.
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
