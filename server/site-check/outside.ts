// Checks the external links of the site's pages in a separate process, and stores the results.
import { readSettings } from "../../app/features/settings/queries.server.ts";
import { listDueLinks, storeLink } from "../../app/features/site-check/queries.server.ts";
import type { Config } from "../../app/platform/config.server.ts";
import type { Database } from "../../app/platform/database/database.server.ts";
import type { LinkAnswer, Task } from "../channel.ts";
import { runConfined } from "../confined-process.ts";

/** Limit of links per check; the following nights check the rest. */
const LINKS_MAX = 60;
const HEAP = 96;
/** That many links, at up to nine seconds each, can take nine minutes. */
const LONGEST_MS = 15 * 60_000;

/**
 * Checks the links that are due and stores the results. A host unknown to DNS counts as gone only if another URL
 * answered in the same check: on a server without DNS, every host is unknown.
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
    // The process crashed on this URL; the others are requested without it.
    const [url] = left.splice(0, 1);
    if (url) await take({ url, status: null, failure: "unreadable" });
  }
  if (signal.aborted) return;
  const state = hasAnswer ? "gone" : "unchecked";
  for (const url of unnamed) await storeLink(db, { url, state, said: "no-dns" });
}

/** Judges a link: only a 404 or 410 means gone, since a wall, a time-out or an error may be over tomorrow. */
export function judgeLink({ status, failure }: Pick<LinkAnswer, "status" | "failure">) {
  if (status === null) return { state: "unchecked", said: failure ?? "" } as const;
  const said = String(status);
  if (status === 404 || status === 410) return { state: "gone", said } as const;
  return { state: status >= 200 && status < 300 ? "good" : "unchecked", said } as const;
}
