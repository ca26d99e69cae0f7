import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  jsonb,
  pgPolicy,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";

/**
 * What visitors sent (SPEC 3, contact enquiry payload). The id is made by `recordEnquiry`, so that a visitor's
 * role needs to insert only and never to read.
 */
export const enquiries = pgTable(
  "enquiries",
  {
    id: uuid().primaryKey(),
    form_type: text().notNull(),
    name: text().notNull(),
    email: text().notNull(),
    phone: text().notNull().default(""),
    website: text().notNull().default(""),
    message: text().notNull().default(""),
    services: text().array().notNull().default(sql`'{}'::text[]`),
    page: text().notNull().default(""),
    /** where the visit came from: the referring page's host, the address's utm_ values, the browser's language */
    referrer_host: text().notNull().default(""),
    utm: jsonb().$type<Record<string, string>>().notNull().default({}),
    language: text().notNull().default(""),
    status: text().notNull().default("new"),
    /** why it was set aside as spam; empty for what no check suspected */
    spam_reasons: text().array().notNull().default(sql`'{}'::text[]`),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    check("enquiries_form_type_known", sql`${table.form_type} in ('contact', 'audit', 'service')`),
    check(
      "enquiries_status_known",
      sql`${table.status} in ('new', 'contacted', 'qualified', 'won', 'lost', 'spam')`,
    ),
    index("enquiries_newest").on(table.created_at.desc().nullsFirst(), table.id),
    index("enquiries_status_newest").on(table.status, table.created_at.desc().nullsFirst(), table.id),
    index("enquiries_email").on(sql`lower(${table.email})`),
    pgPolicy("visitors send enquiries", {
      for: "insert",
      withCheck: sql`${table.status} in ('new', 'spam')`,
    }),
  ],
);

/** What the owner wrote down about an enquiry, newest first on the page. */
export const enquiry_notes = pgTable(
  "enquiry_notes",
  {
    id: uuid().primaryKey().defaultRandom(),
    enquiry_id: uuid()
      .notNull()
      .references(() => enquiries.id, { onDelete: "cascade" }),
    note: text().notNull(),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index("enquiry_notes_enquiry").on(table.enquiry_id, table.created_at)],
).enableRLS();

/** Each change of an enquiry's status that the owner made. */
export const enquiry_status_changes = pgTable(
  "enquiry_status_changes",
  {
    id: uuid().primaryKey().defaultRandom(),
    enquiry_id: uuid()
      .notNull()
      .references(() => enquiries.id, { onDelete: "cascade" }),
    from_status: text().notNull(),
    to_status: text().notNull(),
    /** where the change was made, as `browserOf` has it: all who know the panel's password are one owner */
    browser: text().notNull().default(""),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index("enquiry_status_changes_enquiry").on(table.enquiry_id, table.created_at)],
).enableRLS();

/**
 * The outbox: mails wait here until a mail server took them (decision 0035.14). A trigger adds the job that sends a
 * mail in the transaction that writes it. A notice's `recipient` is settled at each try: one of the recipients
 * then, null before the first one.
 */
export const outgoing_mails = pgTable(
  "outgoing_mails",
  {
    id: uuid().primaryKey(),
    enquiry_id: uuid().references(() => enquiries.id, { onDelete: "cascade" }),
    /** `notice` to the owner, `confirmation` to the sender, `newsletter` to a subscriber */
    kind: text().notNull().default("notice"),
    /** header name to value, beyond those every mail has */
    headers: jsonb().$type<Record<string, string>>().notNull().default({}),
    message_id: text().notNull(),
    recipient: text(),
    reply_to: text().notNull().default(""),
    subject: text().notNull(),
    text_body: text().notNull(),
    html_body: text().notNull(),
    status: text().notNull().default("waiting"),
    attempts: integer().notNull().default(0),
    /** what the server or the connection said at the last try */
    last_error: text().notNull().default(""),
    /** why it waits or was refused, a `MailTrouble`; empty where nothing is wrong */
    trouble: text().notNull().default(""),
    /** how often the server refused this very mail for good; a notice is tried again all the same */
    refusals: integer().notNull().default(0),
    /** of a notice that came with a flood of others: for whom it waits, to be announced in one mail with them */
    held_for: text(),
    /** of a mail to a visitor: when it was let through the limit of such mails */
    released_at: timestamp({ withTimezone: true }),
    next_try_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    sent_at: timestamp({ withTimezone: true }),
    created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    unique("outgoing_mails_message_id_unique").on(table.message_id),
    check("outgoing_mails_kind_known", sql`${table.kind} in ('notice', 'confirmation', 'newsletter')`),
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
