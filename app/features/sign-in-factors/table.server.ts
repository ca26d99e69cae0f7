import { eq, isNull, type SQL } from "drizzle-orm";
import { index, type PgColumn, pgTable, unique } from "drizzle-orm/pg-core";
import { people } from "../people/table.server.ts";

/** The id of a row of `people`; null for the one-password sign-in (SPEC 6). */
export type Person = string | null;

/** The condition that a row belongs to a person. */
export const isOf = (column: PgColumn, person: Person): SQL =>
  person === null ? isNull(column) : eq(column, person);

/** Authenticator apps, at most one for each person. */
export const totp_secrets = pgTable(
  "totp_secrets",
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    person_id: t.uuid().references(() => people.id, { onDelete: "cascade" }),
    /** from `encrypt`, with the key that's in DATA_DIR and in no backup */
    secret: t.text().notNull(),
    /** the time step of the last code that was accepted, so that no code works twice */
    last_step: t.bigint({ mode: "number" }).notNull().default(0),
    /** null until a code has proven that the app has the secret */
    confirmed_at: t.timestamp({ withTimezone: true }),
    created_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [unique("totp_secrets_person").on(table.person_id).nullsNotDistinct()],
).enableRLS();

/** One-time recovery codes. Only their SHA-256 is stored. */
export const recovery_codes = pgTable(
  "recovery_codes",
  (t) => ({
    hash: t.text().primaryKey(),
    person_id: t.uuid().references(() => people.id, { onDelete: "cascade" }),
    used_at: t.timestamp({ withTimezone: true }),
    created_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [index("recovery_codes_person").on(table.person_id)],
).enableRLS();

/**
 * Sign-ins with a right password and without the second factor. None of these is a session: they're in a table that
 * nothing else reads, under a cookie of their own.
 */
export const login_steps = pgTable(
  "login_steps",
  (t) => ({
    id_hash: t.text().primaryKey(),
    person_id: t.uuid().references(() => people.id, { onDelete: "cascade" }),
    expires_at: t.timestamp({ withTimezone: true }).notNull(),
  }),
  (table) => [index("login_steps_expires").on(table.expires_at)],
).enableRLS();
