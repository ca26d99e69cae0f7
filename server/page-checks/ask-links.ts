import { setTimeout as delay } from "node:timers/promises";
import { checkerAgent } from "../../app/features/audit/agent.ts";
import { visit } from "../audit/follow.ts";
import { internet, testNetwork } from "../audit/network.ts";
import type { LinkAnswer, LinksTask } from "../channel.ts";

/** Limit for a link with its redirects. */
const LINK_MS = 8_000;
const PAUSE_MS = 1_000;

/** Requests URLs one after the other with the audit's guarded fetcher, and reports each result. */
export async function askLinks(
  { urls, siteUrl, siteTitle, testNet }: LinksTask,
  tell: (answer: LinkAnswer) => Promise<void>,
): Promise<void> {
  const { origin, hostname: ownHost } = new URL(siteUrl);
  const network = testNet ? testNetwork(testNet) : internet;
  const outlet = { network, ownHost, userAgent: checkerAgent(siteTitle, origin) };
  for (const [i, url] of urls.entries()) {
    if (i > 0) await delay(PAUSE_MS);
    const found = await visit(new URL(url), 0, outlet, AbortSignal.timeout(LINK_MS));
    await tell({ is: "asked", url, status: found.answer?.status ?? null, failure: found.failure });
  }
}
