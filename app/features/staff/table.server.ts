import { eq, isNull, type SQL, sql } from "drizzle-orm";
import { check, type PgColumn, pgTable, uniqueIndex } from "drizzle-orm/pg-core";
import { CURRENT_PERSON } from "../../platform/database/current-person.ts";
import type { Role } from "./rights.ts";

/** Id in `people`, or null for the sign-in with the site's password (SPEC 6). */
export type Person = string | null;

/** Returns a condition that matches a person's rows. */
export const isOf = (column: PgColumn, person: Person): SQL =>
  person === null ? isNull(column) : eq(column, person);

/**
 * The sign-in with the site's password (SPEC 6) has no row. Accounts are disabled, never deleted, because the history
 * names them.
 */
export const people = pgTable(
  "people",
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    role: t.text().$type<Role>().notNull(),
    name: t.text().notNull(),
    email: t.text().notNull(),
    /** from `hashPassword` */
    password_hash: t.text().notNull(),
    created_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
    disabled_at: t.timestamp({ withTimezone: true }),
  }),
  (table) => [
    check("people_role_known", sql`${table.role} in ('owner', 'editor', 'enquiries')`),
    uniqueIndex("people_email").on(sql`lower(${table.email})`),
  ],
).enableRLS();

/** Only the hash of a link's token is stored. */
export const invitations = pgTable(
  "invitations",
  (t) => ({
    token_hash: t.text().primaryKey(),
    email: t.text().notNull(),
    name: t.text().notNull(),
    role: t.text().$type<Role>().notNull(),
    /** null if the owner with the site's password sent it */
    invited_by: t.uuid().default(CURRENT_PERSON),
    created_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
    expires_at: t.timestamp({ withTimezone: true }).notNull(),
    used_at: t.timestamp({ withTimezone: true }),
  }),
  (table) => [
    check("invitations_role_known", sql`${table.role} in ('owner', 'editor', 'enquiries')`),
    // Inviting someone again renews their invitation.
    uniqueIndex("invitations_open_email").on(sql`lower(${table.email})`).where(sql`${table.used_at} is null`),
  ],
).enableRLS();
