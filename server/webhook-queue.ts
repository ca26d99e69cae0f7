// Delivers webhooks separately from the worker's jobs and from audits: slow endpoints delay neither emails nor each
// other (decision 0059).
import { setTimeout as delay } from "node:timers/promises";
import { webhookMail as words } from "../app/copy/webhook-mail.ts";
import { addOwnerNotice } from "../app/features/mail/owner-notice.server.ts";
import { readSettings } from "../app/features/settings/queries.server.ts";
import { type Endpoint, openEndpoint } from "../app/features/webhooks/endpoints.server.ts";
import {
  claimEndpoint,
  type Delivery,
  dropDelivery,
  failOverdue,
  findNext,
  recordAttempt,
  releaseEndpoint,
} from "../app/features/webhooks/queue.server.ts";
import type { WebhookFormat } from "../app/features/webhooks/rules.ts";
import type { Config } from "../app/platform/config.server.ts";
import type { Database } from "../app/platform/database/database.server.ts";
import type { Log } from "../app/platform/log.server.ts";
import type { HopLimits } from "./audit/connect.ts";
import { internet, type Network, testNetwork } from "./audit/network.ts";
import { firstLine } from "./tidy-up.ts";
import { LIMITS, post } from "./webhooks/attempt.ts";
import { composeBody } from "./webhooks/bodies.ts";
import { readFacts } from "./webhooks/facts.ts";
import { judgeResponse } from "./webhooks/retries.ts";
import { signatureHeaders } from "./webhooks/signature.ts";

const AT_ONCE = 4;
const POLL_MS = 500;
const SWEEP_EVERY_MS = 60_000;
/** A long queue mustn't use up the processor, or flood the receiver. */
const PACE_MS = 40;
/** A long queue lets other endpoints go first after this time. */
const TURN_MS = 20_000;

export type WebhookTools = {
  db: Database;
  config: Config;
  log: Log;
  /** for tests, which also move the clock (`ahead`: seconds from the database's time) and don't wait */
  network?: Network;
  limits?: HopLimits;
  ahead?: () => number;
  paceMs?: number;
};

/** Delivers until `stopping` aborts, then finishes what's on its way. Ignores database errors, which the worker reports. */
export async function deliverWebhooks(tools: WebhookTools, stopping: AbortSignal): Promise<void> {
  const { db, ahead = () => 0 } = tools;
  const running = new Map<string, Promise<void>>();
  let sweptAt = Number.NEGATIVE_INFINITY;
  while (!stopping.aborted) {
    try {
      if (performance.now() - sweptAt > SWEEP_EVERY_MS) {
        await failOverdue(db, ahead());
        sweptAt = performance.now();
      }
      while (running.size < AT_ONCE) {
        const endpoint = await claimEndpoint(db, [...running.keys()], ahead());
        if (!endpoint) break;
        running.set(
          endpoint.id,
          deliverTo(endpoint.id, tools, stopping).finally(() => running.delete(endpoint.id)),
        );
      }
    } catch {
      // The next poll tries again.
    }
    await delay(POLL_MS, undefined, { signal: stopping }).catch(() => {});
  }
  await Promise.all(running.values());
}

/** Delivers to one endpoint, in order, until nothing is due or its turn is over. Never rejects. */
export async function deliverTo(id: string, tools: WebhookTools, stopping: AbortSignal): Promise<void> {
  const { db, log, ahead = () => 0 } = tools;
  const startedAt = performance.now();
  try {
    while (!stopping.aborted && performance.now() - startedAt < TURN_MS) {
      const next = await findNext(db, id, ahead());
      if (!next) break;
      await deliverOne(next, tools);
      await delay(tools.paceMs ?? PACE_MS, undefined, { signal: stopping }).catch(() => {});
    }
    await releaseEndpoint(db, id, ahead());
  } catch (error) {
    // The claim expires, so the same delivery is tried again.
    log.warn(
      { endpoint: id, reason: firstLine((error as Error).message) },
      "A webhook couldn't be delivered",
    );
  }
}

type Next = { endpoint: Endpoint; delivery: Delivery };

async function deliverOne({ endpoint, delivery }: Next, tools: WebhookTools): Promise<void> {
  const { db, config, log, ahead = () => 0, limits = LIMITS } = tools;
  const now = new Date(Date.now() + ahead() * 1_000);
  const facts = await readFacts(db, delivery, config.siteUrl, endpoint.sends_personal);
  if (!facts) return dropDelivery(db, delivery.id);
  const opened = openEndpoint(config, endpoint, now);
  const { site_title: title } = await readSettings(db);
  const testNet = config.audit?.testNet;
  const { network = testNet ? testNetwork(testNet) : internet } = tools;
  const outlet = {
    ...{ network, limits, ownHost: new URL(config.siteUrl).hostname },
    userAgent: `Webhooks/1.0 (+${config.siteUrl})`,
  };
  const format = endpoint.format as WebhookFormat;
  const body = composeBody(format, facts, { url: config.siteUrl, title });
  const headers =
    opened && format === "standard"
      ? signatureHeaders(delivery.id, body, opened.secrets as string[], now)
      : {};
  const { attempt, retryAfter } = opened
    ? await post(opened.url, body, headers, outlet, new AbortController().signal)
    : { attempt: { status: null, trouble: "lost", answer: "", took_ms: 0 } };
  const failures = { endpoint: endpoint.failures, delivery: delivery.attempts };
  const verdict = judgeResponse(attempt.status, retryAfter, failures);
  const off = await db.transaction(async (tx) => {
    const off = await recordAttempt(tx, delivery, attempt, verdict, ahead());
    if (off) await tellOwner(tx, config, endpoint.name, off);
    return off;
  });
  const { status, trouble, took_ms } = attempt;
  log.info(
    { endpoint: endpoint.id, delivery: delivery.id, status, trouble, took_ms, off },
    "Tried a webhook",
  );
}

const tellOwner = (tx: Database, config: Config, name: string, off: keyof typeof words.reasons) =>
  addOwnerNotice(tx, config, {
    subject: words.subject(name),
    lines: (siteTitle) => [words.intro(name, siteTitle), words.reasons[off], words.next],
    link: { path: "/webhooks", text: words.link },
  });
