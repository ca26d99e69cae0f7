import { sql } from "drizzle-orm";
import { check, index, pgTable } from "drizzle-orm/pg-core";
import { enquiries } from "../enquiry-table/table.server.ts";
import { subscribers } from "../newsletter/table.server.ts";

/**
 * Where events are sent. Like `mail_settings`, the table has no history and no draft, because URLs and secrets are
 * encrypted with a key outside the database (decision 0059).
 */
export const webhook_endpoints = pgTable(
  "webhook_endpoints",
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    name: t.text().notNull(),
    /** from `encrypt`, because whoever knows a Slack URL can post to the channel */
    url: t.text().notNull(),
    /** the URL's host, to show */
    host: t.text().notNull(),
    /** a `WebhookFormat` */
    format: t.text().notNull(),
    events: t.text().array().notNull(),
    sends_personal: t.boolean().notNull().default(false),
    /** from `encrypt` */
    secret: t.text().notNull(),
    /** from `encrypt`; signs too until `previous_until` */
    previous_secret: t.text(),
    previous_until: t.timestamp({ withTimezone: true }),
    is_on: t.boolean().notNull().default(true),
    /** why it was switched off automatically (a `WebhookOff`), or empty */
    off_reason: t.text().notNull().default(""),
    /** outages in a row, which decide when to try again */
    failures: t.integer().notNull().default(0),
    /** everything waits until then; null unless the endpoint is down */
    next_try_at: t.timestamp({ withTimezone: true }),
    /** first failure since the last success */
    failing_since: t.timestamp({ withTimezone: true }),
    /** a process sends to this endpoint until then; a killed one's claim expires */
    claimed_until: t.timestamp({ withTimezone: true }),
    version: t.integer().notNull().default(1),
    created_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [
    check(
      "webhook_endpoints_format_known",
      sql`${table.format} in ('standard', 'slack', 'teams', 'hubspot-form')`,
    ),
  ],
).enableRLS();

/** Deliveries, added by triggers. The body isn't stored: it's made from the enquiry at each attempt. */
export const webhook_deliveries = pgTable(
  "webhook_deliveries",
  (t) => ({
    /** the `webhook-id`, the same for every attempt */
    id: t.uuid().primaryKey().defaultRandom(),
    endpoint_id: t
      .uuid()
      .notNull()
      .references(() => webhook_endpoints.id, { onDelete: "cascade" }),
    /** like `subscriber_id`, null if the event isn't about one */
    enquiry_id: t.uuid().references(() => enquiries.id, { onDelete: "cascade" }),
    subscriber_id: t.uuid().references(() => subscribers.id, { onDelete: "cascade" }),
    /** a `WebhookEvent`, or `test` */
    event: t.text().notNull(),
    /** `from` and `to` of a status change, or the id of an `audit`; no personal data */
    detail: t.jsonb().$type<{ from?: string; to?: string; audit?: string }>().notNull().default({}),
    state: t.text().notNull().default("waiting"),
    attempts: t.integer().notNull().default(0),
    /** the time of the event, then of the next retry, so this is also the order */
    next_try_at: t.timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
    /** a waiting delivery fails three days after this */
    queued_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** of the last response; null without one */
    status: t.integer(),
    /** why there was no response (a `Failure`), or empty */
    trouble: t.text().notNull().default(""),
    /** the start of the last response, as text */
    answer: t.text().notNull().default(""),
    took_ms: t.integer(),
    /** when the event happened */
    at: t.timestamp({ withTimezone: true }).notNull().default(sql`clock_timestamp()`),
    done_at: t.timestamp({ withTimezone: true }),
  }),
  (table) => [
    check("webhook_deliveries_state_known", sql`${table.state} in ('waiting', 'done', 'failed', 'dropped')`),
    index("webhook_deliveries_waiting")
      .on(table.endpoint_id, table.next_try_at, table.id)
      .where(sql`${table.state} = 'waiting'`),
    index("webhook_deliveries_tests")
      .on(table.endpoint_id)
      .where(sql`${table.state} = 'waiting' and ${table.event} = 'test'`),
    index("webhook_deliveries_overdue").on(table.queued_at).where(sql`${table.state} = 'waiting'`),
    index("webhook_deliveries_newest").on(table.endpoint_id, table.at.desc(), table.id),
    index("webhook_deliveries_over").on(table.done_at).where(sql`${table.done_at} is not null`),
    index("webhook_deliveries_enquiry").on(table.enquiry_id).where(sql`${table.enquiry_id} is not null`),
    index("webhook_deliveries_subscriber")
      .on(table.subscriber_id)
      .where(sql`${table.subscriber_id} is not null`),
  ],
).enableRLS();
