// Asks, sparingly, whether what the site's pages link to on other websites is still there.
import { setTimeout as delay } from "node:timers/promises";
import { checkerAgent } from "../../app/features/audit/agent.ts";
import { readSettings } from "../../app/features/settings/queries.server.ts";
import { listDueLinks, storeLink } from "../../app/features/site-check/queries.server.ts";
import type { Config } from "../../app/platform/config.server.ts";
import type { Database } from "../../app/platform/database.server.ts";
import { type Visit, visit } from "../audit/follow.ts";
import { internet, testNetwork } from "../audit/network.ts";

/** Of one check; the next nights ask for the rest. */
const LINKS_MAX = 60;
const LINK_MS = 8_000;
const PAUSE_MS = 1_000;

/**
 * Asks for one address after the other, each by the audit's guarded fetcher, and stores what was there. A name that DNS
 * does not know is gone only where another address answered in the same check: a server without DNS knows no name.
 * @param options.onAsked called after each
 */
export async function askOutside(
  db: Database,
  { siteUrl, audit }: Pick<Config, "siteUrl" | "audit">,
  { signal, onAsked }: { signal: AbortSignal; onAsked: () => Promise<unknown> },
): Promise<void> {
  const { origin, hostname: ownHost } = new URL(siteUrl);
  const network = audit?.testNet ? testNetwork(audit.testNet) : internet;
  const { site_title } = await readSettings(db);
  const outlet = { network, ownHost, userAgent: checkerAgent(site_title, origin) };
  const unnamed: string[] = [];
  let hasAnswer = false;
  for (const url of await listDueLinks(db, LINKS_MAX)) {
    if (signal.aborted) return;
    const limited = AbortSignal.any([signal, AbortSignal.timeout(LINK_MS)]);
    const found = await visit(new URL(url), 0, outlet, limited);
    if (signal.aborted) return;
    if (found.failure === "no-dns") unnamed.push(url);
    else await storeLink(db, { url, ...judgeLink(found) });
    hasAnswer ||= found.answer !== null;
    await onAsked();
    await delay(PAUSE_MS, undefined, { signal }).catch(() => {});
  }
  const state = hasAnswer ? "gone" : "unchecked";
  for (const url of unnamed) await storeLink(db, { url, state, said: "no-dns" });
}

/** Only what says of itself that nothing is there is gone: a wall, a time-out or a fault may be over tomorrow. */
export function judgeLink({ answer, failure }: Pick<Visit, "answer" | "failure">) {
  if (!answer) return { state: "unchecked", said: failure ?? "" } as const;
  const said = String(answer.status);
  if (answer.status === 404 || answer.status === 410) return { state: "gone", said } as const;
  return { state: answer.status >= 200 && answer.status < 300 ? "good" : "unchecked", said } as const;
}
