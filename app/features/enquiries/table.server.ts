import { sql } from "drizzle-orm";
import { check, index, pgPolicy, pgTable } from "drizzle-orm/pg-core";

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
