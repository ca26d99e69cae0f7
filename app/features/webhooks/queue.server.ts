// What the runner reads and writes. Times are the database's; tests move them with `ahead`, in seconds.
import { and, asc, eq, getTableColumns, lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import type { Endpoint } from "./endpoints.server.ts";
import { webhook_deliveries, webhook_endpoints } from "./table.server.ts";

export type Delivery = typeof webhook_deliveries.$inferSelect;
/** Why an endpoint is off: the response was a 410, or nothing worked for days. */
export type WebhookOff = "gone" | "failing";
/** The last attempt, as the owner sees it. */
export type Attempt = { status: number | null; trouble: string; answer: string; took_ms: number };

/** Longer than an attempt. A killed process's delivery is tried again after that. */
const CLAIM_SECONDS = 30;
/** A waiting delivery fails after this time. */
const PATIENCE_DAYS = 3;
/** An endpoint without a success for this long is switched off. */
const FAILING_DAYS = 5;

const at = (ahead: number, seconds = 0) => sql`now() + make_interval(secs => ${ahead + seconds}::float8)`;
const isWaiting = eq(webhook_deliveries.state, "waiting");

/**
 * Claims an endpoint that something can be sent to, the least recently used first.
 * @param busy ids of endpoints that this process already sends to
 */
export async function claimEndpoint(db: Database, busy: string[], ahead = 0): Promise<Endpoint | null> {
  const { id, claimed_until, is_on, next_try_at } = webhook_endpoints;
  const has = (what: SQL) =>
    sql`exists (select from ${webhook_deliveries} where endpoint_id = ${id} and state = 'waiting' and ${what})`;
  const due = sql`${webhook_deliveries.next_try_at} <= ${at(ahead)}`;
  const next = db
    .select({ id })
    .from(webhook_endpoints)
    .where(
      and(
        sql`coalesce(${claimed_until} <= ${at(ahead)}, true)`,
        sql`${id} <> all(${sql.param(busy)}::uuid[])`,
        sql`(${has(sql`event = 'test'`)}
          or ${is_on} and coalesce(${next_try_at} <= ${at(ahead)}, true) and ${has(due)})`,
      ),
    )
    .orderBy(sql`${claimed_until} nulls first`)
    .limit(1)
    .for("update", { skipLocked: true });
  const [claimed] = await db
    .update(webhook_endpoints)
    .set({ claimed_until: at(ahead, CLAIM_SECONDS) })
    .where(sql`${id} in (${next})`)
    .returning();
  return claimed ?? null;
}

/** Ends a claim, so that others may follow. */
export async function releaseEndpoint(db: Database, id: string, ahead = 0): Promise<void> {
  await db
    .update(webhook_endpoints)
    .set({ claimed_until: at(ahead) })
    .where(eq(webhook_endpoints.id, id));
}

/** Renews the claim and returns what to send next: a test, or the oldest delivery that's due. */
export async function findNext(
  db: Database,
  endpointId: string,
  ahead = 0,
): Promise<{ endpoint: Endpoint; delivery: Delivery } | null> {
  const isDown = sql<boolean | null>`${webhook_endpoints.next_try_at} > ${at(ahead)}`;
  const [endpoint] = await db
    .update(webhook_endpoints)
    .set({ claimed_until: at(ahead, CLAIM_SECONDS) })
    .where(eq(webhook_endpoints.id, endpointId))
    .returning({ ...getTableColumns(webhook_endpoints), isDown });
  if (!endpoint) return null;
  const { endpoint_id, event, next_try_at, id } = webhook_deliveries;
  const find = (what: SQL) =>
    db
      .select()
      .from(webhook_deliveries)
      .where(and(eq(endpoint_id, endpointId), isWaiting, what))
      .orderBy(asc(next_try_at), asc(id))
      .limit(1);
  const [test] = await find(eq(event, "test"));
  if (test) return { endpoint, delivery: test };
  if (!endpoint.is_on || endpoint.isDown) return null;
  const [due] = await find(lte(next_try_at, at(ahead)));
  return due ? { endpoint, delivery: due } : null;
}

/** What an attempt means for its delivery and its endpoint. */
export type Verdict =
  | { is: "done" }
  /** only this delivery is retried, after so many seconds */
  | { is: "rejected"; seconds: number }
  /** everything waits */
  | { is: "down"; seconds: number }
  | { is: "gone" };

/**
 * Records an attempt.
 * @returns why the endpoint was switched off, if it was
 */
export async function recordAttempt(
  tx: Database,
  { id, endpoint_id, event }: Delivery,
  { answer, ...attempt }: Attempt,
  verdict: Verdict,
  ahead = 0,
): Promise<WebhookOff | null> {
  const isTest = event === "test";
  const isOver = verdict.is === "done" || verdict.is === "gone" || isTest;
  await tx
    .update(webhook_deliveries)
    .set({
      ...{ ...attempt, answer, attempts: sql`${webhook_deliveries.attempts} + 1` },
      ...(isOver && { state: verdict.is === "done" ? "done" : "failed", done_at: at(ahead) }),
      ...(!isOver && verdict.is === "rejected" && { next_try_at: at(ahead, verdict.seconds) }),
    })
    .where(and(eq(webhook_deliveries.id, id), isWaiting));
  // A failed test changes nothing else.
  if (isTest && verdict.is !== "done") return null;
  const isDown = verdict.is === "down";
  const [now] = await tx
    .update(webhook_endpoints)
    .set({
      failures: isDown ? sql`${webhook_endpoints.failures} + 1` : 0,
      next_try_at: isDown ? at(ahead, verdict.seconds) : null,
      failing_since:
        verdict.is === "done" ? null : sql`coalesce(${webhook_endpoints.failing_since}, ${at(ahead)})`,
    })
    .where(eq(webhook_endpoints.id, endpoint_id))
    .returning({ isTooLong: sql<boolean | null>`failing_since <= ${at(ahead, -FAILING_DAYS * 86_400)}` });
  if (!now) return null;
  const reason = verdict.is === "gone" ? "gone" : now.isTooLong ? "failing" : null;
  if (reason)
    await tx
      .update(webhook_endpoints)
      .set({ is_on: false, off_reason: reason })
      .where(eq(webhook_endpoints.id, endpoint_id));
  return reason;
}

/** Ends a delivery that isn't to be sent anymore. */
export async function dropDelivery(db: Database, id: string): Promise<void> {
  await db
    .update(webhook_deliveries)
    .set({ state: "dropped", done_at: sql`now()` })
    .where(and(eq(webhook_deliveries.id, id), isWaiting));
}

/** Fails deliveries that have waited for three days. */
export async function failOverdue(db: Database, ahead = 0): Promise<void> {
  await db
    .update(webhook_deliveries)
    .set({ state: "failed", done_at: at(ahead) })
    .where(and(isWaiting, lte(webhook_deliveries.queued_at, at(ahead, -PATIENCE_DAYS * 86_400))));
}
