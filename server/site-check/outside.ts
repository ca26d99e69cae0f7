// Has the links of the site's pages to other websites asked for, in a process of its own, and stores what was there.
import { readSettings } from "../../app/features/settings/queries.server.ts";
import { listDueLinks, storeLink } from "../../app/features/site-check/queries.server.ts";
import type { Config } from "../../app/platform/config.server.ts";
import type { Database } from "../../app/platform/database/database.server.ts";
import type { LinkAnswer, Task } from "../channel.ts";
import { runConfined } from "../confined-process.ts";

/** Of one check; the next nights ask for the rest. */
const LINKS_MAX = 60;
const HEAP = 96;
/** So many links of nine seconds each take nine minutes. */
const LONGEST_MS = 15 * 60_000;

/**
 * Asks for the links that are due and stores what was there. A name that DNS does not know is gone only where another
 * URL answered in the same check: a server without DNS knows no name.
 * @param options.onAsked called after each
 */
export async function askOutside(
  db: Database,
  { siteUrl, audit }: Pick<Config, "siteUrl" | "audit">,
  { signal, onAsked }: { signal: AbortSignal; onAsked: () => Promise<unknown> },
): Promise<void> {
  const { site_title: siteTitle } = await readSettings(db);
  const unnamed: string[] = [];
  let hasAnswer = false;
  const take = async ({ url, ...found }: Omit<LinkAnswer, "is">) => {
    if (found.failure === "no-dns") unnamed.push(url);
    else await storeLink(db, { url, ...judgeLink(found) });
    hasAnswer ||= found.status !== null;
    await onAsked();
  };
  const left = await listDueLinks(db, LINKS_MAX);
  while (left.length && !signal.aborted) {
    const broken = new AbortController();
    let stored: Promise<unknown> = Promise.resolve();
    const task: Task = { do: "links", links: { urls: left, siteUrl, siteTitle, testNet: audit?.testNet } };
    const limits = { heap: HEAP, longestMs: LONGEST_MS, signal: AbortSignal.any([signal, broken.signal]) };
    await runConfined("website", task, limits, (told) => {
      if (told.is !== "asked") return;
      left.splice(left.indexOf(told.url), 1);
      stored = stored.then(() => take(told)).catch((error) => broken.abort(error));
    });
    await stored;
    broken.signal.throwIfAborted();
    if (signal.aborted) return;
    // What the process was asking for has ended it; the others are asked for without it.
    const [url] = left.splice(0, 1);
    if (url) await take({ url, status: null, failure: "unreadable" });
  }
  if (signal.aborted) return;
  const state = hasAnswer ? "gone" : "unchecked";
  for (const url of unnamed) await storeLink(db, { url, state, said: "no-dns" });
}

/** Only what says of itself that nothing is there is gone: a wall, a time-out or a fault may be over tomorrow. */
export function judgeLink({ status, failure }: Pick<LinkAnswer, "status" | "failure">) {
  if (status === null) return { state: "unchecked", said: failure ?? "" } as const;
  const said = String(status);
  if (status === 404 || status === 410) return { state: "gone", said } as const;
  return { state: status >= 200 && status < 300 ? "good" : "unchecked", said } as const;
}
