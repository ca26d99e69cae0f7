import { sql } from "drizzle-orm";
import { check, index, pgPolicy, pgTable, unique } from "drizzle-orm/pg-core";
import { enquiries } from "../enquiry-table/table.server.ts";

/** The outbox, including sent and rejected emails (decision 0035.14). A trigger adds a job for each row. */
export const outgoing_mails = pgTable(
  "outgoing_mails",
  (t) => ({
    id: t.uuid().primaryKey(),
    enquiry_id: t.uuid().references(() => enquiries.id, { onDelete: "cascade" }),
    /**
     * `notice` to the owner, `confirmation` to an enquiry's sender, `newsletter`, `invitation` to a new person, `reply`
     * to an enquiry's sender, `copy` of a reply for the owner
     */
    kind: t.text().notNull().default("notice"),
    headers: t.jsonb().$type<Record<string, string>>().notNull().default({}),
    message_id: t.text().notNull(),
    recipient: t.text(),
    /** who the To header names, if not the recipient */
    addressed_to: t.text(),
    reply_to: t.text().notNull().default(""),
    subject: t.text().notNull(),
    text_body: t.text().notNull(),
    html_body: t.text().notNull(),
    status: t.text().notNull().default("waiting"),
    attempts: t.integer().notNull().default(0),
    /** the server's reply or the connection error */
    last_error: t.text().notNull().default(""),
    /** a `MailTrouble`; empty if nothing is wrong */
    trouble: t.text().notNull().default(""),
    /** number of permanent rejections */
    refusals: t.integer().notNull().default(0),
    /** recipient of the digest that a notification is held for */
    held_for: t.text(),
    /** when the flood limit let the email through */
    released_at: t.timestamp({ withTimezone: true }),
    next_try_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
    sent_at: t.timestamp({ withTimezone: true }),
    created_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [
    // A copy is the same message as its reply.
    unique("outgoing_mails_message_id_kind").on(table.message_id, table.kind),
    check(
      "outgoing_mails_kind_known",
      sql`${table.kind} in ('notice', 'confirmation', 'newsletter', 'invitation', 'reply', 'copy')`,
    ),
    check("outgoing_mails_status_known", sql`${table.status} in ('waiting', 'sent', 'refused')`),
    index("outgoing_mails_waiting").on(table.next_try_at).where(sql`${table.status} = 'waiting'`),
    index("outgoing_mails_unsent").on(table.created_at).where(sql`${table.status} <> 'sent'`),
    index("outgoing_mails_released").on(table.released_at).where(sql`${table.released_at} is not null`),
    index("outgoing_mails_to_empty")
      .on(table.sent_at)
      .where(sql`${table.status} = 'sent' and ${table.text_body} <> ''`),
    index("outgoing_mails_enquiry").on(table.enquiry_id),
    index("outgoing_mails_recipient").on(sql`lower(${table.recipient})`),
    pgPolicy("visitors cause mails", {
      for: "insert",
      withCheck: sql`${table.kind} in ('notice', 'confirmation') and ${table.enquiry_id} is not null and ${table.status} = 'waiting' and ${table.sent_at} is null and ${table.released_at} is null and ${table.held_for} is null`,
    }),
  ],
);

/**
 * The table has at most one row. It has no history and no draft, to keep the encrypted password out of other
 * tables. The key is outside the database.
 */
export const mail_settings = pgTable(
  "mail_settings",
  (t) => ({
    only: t.boolean().primaryKey().default(true),
    host: t.text().notNull().default(""),
    port: t.integer().notNull().default(587),
    security: t.text().notNull().default("starttls"),
    username: t.text().notNull().default(""),
    /** from `encrypt` */
    password: t.text().notNull().default(""),
    sender_name: t.text().notNull().default(""),
    sender_email: t.text().notNull().default(""),
    /** separated by ", " */
    recipients: t.text().notNull().default(""),
    version: t.integer().notNull().default(1),
    updated_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [
    check("mail_settings_one_row", sql`${table.only}`),
    check("mail_settings_security_known", sql`${table.security} in ('tls', 'starttls', 'none')`),
  ],
).enableRLS();
