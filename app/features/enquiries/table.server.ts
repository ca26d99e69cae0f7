import { sql } from "drizzle-orm";
import { check, index, pgPolicy, pgTable, unique } from "drizzle-orm/pg-core";

/**
 * What visitors sent (SPEC 3, contact enquiry payload). The id is made by `recordEnquiry`, so that a visitor's
 * role needs to insert only and never to read.
 */
export const enquiries = pgTable(
  "enquiries",
  (t) => ({
    id: t.uuid().primaryKey(),
    form_type: t.text().notNull(),
    name: t.text().notNull(),
    email: t.text().notNull(),
    phone: t.text().notNull().default(""),
    website: t.text().notNull().default(""),
    message: t.text().notNull().default(""),
    services: t.text().array().notNull().default(sql`'{}'::text[]`),
    page: t.text().notNull().default(""),
    /** where the visit came from: the referring page's host, the address's utm_ values, the browser's language */
    referrer_host: t.text().notNull().default(""),
    utm: t.jsonb().$type<Record<string, string>>().notNull().default({}),
    language: t.text().notNull().default(""),
    status: t.text().notNull().default("new"),
    /** why it was set aside as spam; empty for what no check suspected */
    spam_reasons: t.text().array().notNull().default(sql`'{}'::text[]`),
    created_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
    updated_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
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
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    enquiry_id: t
      .uuid()
      .notNull()
      .references(() => enquiries.id, { onDelete: "cascade" }),
    note: t.text().notNull(),
    created_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [index("enquiry_notes_enquiry").on(table.enquiry_id, table.created_at)],
).enableRLS();

/** Each change of an enquiry's status that the owner made. */
export const enquiry_status_changes = pgTable(
  "enquiry_status_changes",
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    enquiry_id: t
      .uuid()
      .notNull()
      .references(() => enquiries.id, { onDelete: "cascade" }),
    from_status: t.text().notNull(),
    to_status: t.text().notNull(),
    /** where the change was made, as `browserOf` has it: all who know the panel's password are one owner */
    browser: t.text().notNull().default(""),
    created_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [index("enquiry_status_changes_enquiry").on(table.enquiry_id, table.created_at)],
).enableRLS();

/**
 * The outbox: mails wait here until a mail server took them (decision 0035.14). A trigger adds the job that sends a
 * mail in the transaction that writes it. A notice's `recipient` is settled at each try: one of the recipients
 * then, null before the first one.
 */
export const outgoing_mails = pgTable(
  "outgoing_mails",
  (t) => ({
    id: t.uuid().primaryKey(),
    enquiry_id: t.uuid().references(() => enquiries.id, { onDelete: "cascade" }),
    /** `notice` to the owner, `confirmation` to the sender, `newsletter` to a subscriber */
    kind: t.text().notNull().default("notice"),
    /** header name to value, beyond those every mail has */
    headers: t.jsonb().$type<Record<string, string>>().notNull().default({}),
    message_id: t.text().notNull(),
    recipient: t.text(),
    reply_to: t.text().notNull().default(""),
    subject: t.text().notNull(),
    text_body: t.text().notNull(),
    html_body: t.text().notNull(),
    status: t.text().notNull().default("waiting"),
    attempts: t.integer().notNull().default(0),
    /** what the server or the connection said at the last try */
    last_error: t.text().notNull().default(""),
    /** why it waits or was refused, a `MailTrouble`; empty where nothing is wrong */
    trouble: t.text().notNull().default(""),
    /** how often the server refused this very mail for good; a notice is tried again all the same */
    refusals: t.integer().notNull().default(0),
    /** of a notice that came with a flood of others: for whom it waits, to be announced in one mail with them */
    held_for: t.text(),
    /** of a mail to a visitor: when it was let through the limit of such mails */
    released_at: t.timestamp({ withTimezone: true }),
    next_try_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
    sent_at: t.timestamp({ withTimezone: true }),
    created_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
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
