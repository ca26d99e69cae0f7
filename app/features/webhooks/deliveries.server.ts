// Deliveries as the owner sees and adds them.
import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import { webhookWords } from "../../copy/panel/webhooks.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused, recordGone } from "../../platform/database/refused.ts";
import { type Endpoint, findEndpoint } from "./endpoints.server.ts";
import { webhook_deliveries, webhook_endpoints } from "./table.server.ts";

export const DELIVERIES_SHOWN = 50;
const REPLAY_MAX = 10_000;
const RETENTION_DAYS = 30;

const { errors } = webhookWords;

/** Returns an endpoint's newest deliveries. */
export const listDeliveries = (db: Database, endpointId: string) =>
  db
    .select()
    .from(webhook_deliveries)
    .where(eq(webhook_deliveries.endpoint_id, endpointId))
    .orderBy(desc(webhook_deliveries.at), webhook_deliveries.id)
    .limit(DELIVERIES_SHOWN);

/** Queues a test, which is sent even if the endpoint is off or down. Replaces one that's still waiting. */
export const addTest = (db: Database, endpointId: string): Promise<void> =>
  db.transaction(async (tx) => {
    await lockEndpoint(tx, endpointId);
    const { endpoint_id, event, state } = webhook_deliveries;
    await tx
      .delete(webhook_deliveries)
      .where(and(eq(endpoint_id, endpointId), eq(event, "test"), eq(state, "waiting")));
    await tx.insert(webhook_deliveries).values({ endpoint_id: endpointId, event: "test" });
  });

/** Keeps the runner from claiming the endpoint, and the endpoint from being deleted. */
async function lockEndpoint(tx: Database, id: string): Promise<Endpoint> {
  await tx.execute(sql`select from ${webhook_endpoints} where id = ${id} for no key update`);
  return findEndpoint(tx, id);
}

/**
 * Sends a delivery again, with the same id, ahead of newer ones and without waiting for the endpoint's next try.
 * @throws Refused if it was deleted, or if its endpoint is off
 */
export const sendAgain = (db: Database, id: string): Promise<void> =>
  db.transaction(async (tx) => {
    const { at, endpoint_id, event } = webhook_deliveries;
    const [row] = await tx
      .update(webhook_deliveries)
      .set({ state: "waiting", attempts: 0, queued_at: sql`now()`, next_try_at: sql`${at}`, done_at: null })
      .where(eq(webhook_deliveries.id, id))
      .returning({ endpoint_id, event });
    if (!row) throw recordGone(errors.gone);
    const { is_on } = await findEndpoint(tx, row.endpoint_id);
    if (!is_on && row.event !== "test") throw new Refused({ "": errors.isOff });
    await tx
      .update(webhook_endpoints)
      .set({ next_try_at: null })
      .where(eq(webhook_endpoints.id, row.endpoint_id));
  });

/** Everything that happened since a moment, except what's already waiting. */
const happened = ({ id, events }: Endpoint, since: Date) => {
  const from = since.toISOString();
  return sql`
    select event, enquiry_id, subscriber_id, detail, at from (
      select 'enquiry.created' as event, id as enquiry_id, null::uuid as subscriber_id, '{}'::jsonb as detail,
        created_at as at from enquiries where status <> 'spam' and created_at >= ${from}
      union all select 'enquiry.status_changed', enquiry_id, null,
        jsonb_build_object('from', from_status, 'to', to_status), created_at
        from enquiry_status_changes where field = 'status' and created_at >= ${from}
      union all select 'enquiry.replied', enquiry_id, null, '{}', sent_at
        from outgoing_mails where kind = 'reply' and status = 'sent' and sent_at >= ${from}
      union all select 'subscriber.confirmed', null, id, '{}', confirmed_at
        from subscribers where status = 'confirmed' and confirmed_at >= ${from}
      union all select 'audit.finished', enquiry_id, null, jsonb_build_object('audit', id), finished_at
        from audits where state = 'done' and finished_at >= ${from}
    ) one
    where event in ${events} and not exists (
      select from webhook_deliveries queued where endpoint_id = ${id} and state = 'waiting'
        and queued.event = one.event and queued.detail = one.detail
        and (queued.enquiry_id = one.enquiry_id or queued.subscriber_id = one.subscriber_id))`;
};

/**
 * Counts the endpoint's events since a moment.
 * @throws Refused if there are none or too many, or if the endpoint is off or deleted
 */
export async function countSince(db: Database, id: string, since: Date): Promise<number> {
  const endpoint = await findEndpoint(db, id);
  if (!endpoint.is_on) throw new Refused({ "": errors.isOff });
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${happened(endpoint, since)} limit ${REPLAY_MAX + 1}) few`,
  );
  const { count } = rows[0]!;
  if (!count) throw new Refused({ "": errors.noEvents });
  if (count > REPLAY_MAX) throw new Refused({ "": errors.tooManyEvents(REPLAY_MAX) });
  return count;
}

/**
 * Queues the endpoint's events since a moment, oldest first. Returns their number.
 * @throws Refused like `countSince`
 */
export const queueSince = (db: Database, id: string, since: Date): Promise<number> =>
  db.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, id);
    const count = await countSince(tx, id, since);
    await tx.execute(sql`
      insert into ${webhook_deliveries} (endpoint_id, event, enquiry_id, subscriber_id, detail, at, next_try_at)
      select ${id}::uuid, event, enquiry_id, subscriber_id, detail, at, at from (${happened(endpoint, since)}) one`);
    return count;
  });

/** Deletes deliveries 30 days after they ended. */
export async function purgeDeliveries(db: Database): Promise<void> {
  await db
    .delete(webhook_deliveries)
    .where(
      and(
        inArray(webhook_deliveries.state, ["done", "failed", "dropped"]),
        lt(webhook_deliveries.done_at, sql`now() - make_interval(days => ${RETENTION_DAYS})`),
      ),
    );
}
