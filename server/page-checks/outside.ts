import { listDueLinks, storeLink } from "../../app/features/page-checks/queries.server.ts";
import { readSettings } from "../../app/features/settings/queries.server.ts";
import type { Config } from "../../app/platform/config.server.ts";
import type { Database } from "../../app/platform/database/database.server.ts";
import type { LinkAnswer, Task } from "../channel.ts";
import { runConfined } from "../confined-process.ts";

/** Further links are checked on the following nights. */
const LINKS_MAX = 60;
const HEAP = 96;
/** Checking sixty links can take nine minutes. */
const LONGEST_MS = 15 * 60_000;

/**
 * Checks the links that are due and stores the results. An unknown host counts as gone only if another URL answered,
 * because the server may lack DNS.
 * @param options.onAsked called after each link
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
    await runConfined("website", task, limits, (answer) => {
      if (answer.is !== "asked") return;
      left.splice(left.indexOf(answer.url), 1);
      stored = stored.then(() => take(answer)).catch((error) => broken.abort(error));
    });
    await stored;
    broken.signal.throwIfAborted();
    if (signal.aborted) return;
    // If URLs remain, the first one crashed the process.
    const [url] = left.splice(0, 1);
    if (url) await take({ url, status: null, failure: "unreadable" });
  }
  if (signal.aborted) return;
  const state = hasAnswer ? "gone" : "unchecked";
  for (const url of unnamed) await storeLink(db, { url, state, said: "no-dns" });
}

/** Only a 404 or 410 means gone. A bot wall, timeout or error may be temporary. */
export function judgeLink({ status, failure }: Pick<LinkAnswer, "status" | "failure">) {
  if (status === null) return { state: "unchecked", said: failure ?? "" } as const;
  const said = String(status);
  if (status === 404 || status === 410) return { state: "gone", said } as const;
  return { state: status >= 200 && status < 300 ? "good" : "unchecked", said } as const;
}
