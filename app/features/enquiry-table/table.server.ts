import { sql } from "drizzle-orm";
import { check, index, pgPolicy, pgTable } from "drizzle-orm/pg-core";
import { CURRENT_PERSON } from "../../platform/database/current-person.ts";
import { people } from "../staff/table.server.ts";

/** Enquiries (SPEC 3). The visitor role can't read them, so `recordEnquiry` creates the id. */
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
    /** answers to the questions that the owner may turn on */
    budget: t.text().notNull().default(""),
    timeline: t.text().notNull().default(""),
    page: t.text().notNull().default(""),
    /** from `readOrigin`, like the next three columns */
    referrer_host: t.text().notNull().default(""),
    utm: t.jsonb().$type<Record<string, string>>().notNull().default({}),
    language: t.text().notNull().default(""),
    /** the pages of the visit, first to last (`trailOf`); empty if unknown */
    trail: t.text().array().notNull().default(sql`'{}'::text[]`),
    status: t.text().notNull().default("new"),
    /** empty if the enquiry passed the spam check */
    spam_reasons: t.text().array().notNull().default(sql`'{}'::text[]`),
    /** null if unassigned */
    assigned_to: t.uuid().references(() => people.id),
    /** day of the next step; null for none */
    follow_up_on: t.date(),
    /** from `readValue`, like the next two columns; null if unknown */
    value_cents: t.bigint({ mode: "number" }),
    value_per: t.text(),
    value_is_estimate: t.boolean(),
    lost_reason: t.text(),
    created_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
    updated_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [
    check("enquiries_form_type_known", sql`${table.form_type} in ('contact', 'audit', 'service')`),
    check(
      "enquiries_status_known",
      sql`${table.status} in ('new', 'contacted', 'qualified', 'won', 'lost', 'spam')`,
    ),
    check(
      "enquiries_value_whole",
      // Null for no value, which a check accepts.
      sql`(${table.value_cents} is null) = (${table.value_per} is null) and (${table.value_cents} is null) = (${table.value_is_estimate} is null) and ${table.value_cents} > 0 and ${table.value_per} in ('once', 'month')`,
    ),
    index("enquiries_newest").on(table.created_at.desc().nullsFirst(), table.id),
    index("enquiries_status_newest").on(table.status, table.created_at.desc().nullsFirst(), table.id),
    index("enquiries_email").on(sql`lower(${table.email})`),
    index("enquiries_follow_up")
      .on(table.follow_up_on, table.id)
      .where(sql`${table.follow_up_on} is not null`),
    index("enquiries_assigned").on(table.assigned_to).where(sql`${table.assigned_to} is not null`),
    pgPolicy("visitors send enquiries", {
      for: "insert",
      withCheck: sql`${table.status} in ('new', 'spam') and ${table.assigned_to} is null and ${table.follow_up_on} is null and ${table.value_cents} is null and ${table.lost_reason} is null`,
    }),
  ],
);

export const enquiry_notes = pgTable(
  "enquiry_notes",
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    enquiry_id: t
      .uuid()
      .notNull()
      .references(() => enquiries.id, { onDelete: "cascade" }),
    note: t.text().notNull(),
    person_id: t.uuid().default(CURRENT_PERSON),
    created_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [index("enquiry_notes_enquiry").on(table.enquiry_id, table.created_at)],
).enableRLS();

/** Changes to an enquiry. Earlier versions recorded only the status, hence the names in the database. */
export const enquiry_changes = pgTable(
  "enquiry_status_changes",
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    enquiry_id: t
      .uuid()
      .notNull()
      .references(() => enquiries.id, { onDelete: "cascade" }),
    /** an `EnquiryField`; `from` and `to` are its values as text (`ENQUIRY_FIELDS`) */
    field: t.text().notNull().default("status"),
    from: t.text("from_status").notNull(),
    to: t.text("to_status").notNull(),
    /** from `browserOf`, to distinguish people who share a password */
    browser: t.text().notNull().default(""),
    person_id: t.uuid().default(CURRENT_PERSON),
    created_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [index("enquiry_status_changes_enquiry").on(table.enquiry_id, table.created_at)],
).enableRLS();

/**
 * What the owner and an enquiry's sender wrote to each other. A reply has the id of its email, which is emptied two
 * weeks after it's sent.
 */
export const enquiry_messages = pgTable(
  "enquiry_messages",
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    enquiry_id: t
      .uuid()
      .notNull()
      .references(() => enquiries.id, { onDelete: "cascade" }),
    /** `out` for a reply, `in` for the sender's answer */
    direction: t.text().notNull(),
    message: t.text().notNull(),
    person_id: t.uuid().default(CURRENT_PERSON),
    created_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [
    check("enquiry_messages_direction_known", sql`${table.direction} in ('in', 'out')`),
    index("enquiry_messages_enquiry").on(table.enquiry_id, table.created_at),
    index("enquiry_messages_newest").on(table.created_at),
  ],
).enableRLS();
