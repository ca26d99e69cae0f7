import { index, pgTable, unique } from "drizzle-orm/pg-core";
import { people } from "../staff/table.server.ts";

/** At most one per person. */
export const totp_secrets = pgTable(
  "totp_secrets",
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    person_id: t.uuid().references(() => people.id, { onDelete: "cascade" }),
    /** encrypted with a key that's in DATA_DIR and in no backup */
    secret: t.text().notNull(),
    /** time step of the last accepted code, so no code works twice */
    last_step: t.bigint({ mode: "number" }).notNull().default(0),
    /** null until a code proves that the app has the secret */
    confirmed_at: t.timestamp({ withTimezone: true }),
    created_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
  }),
  (table) => [unique("totp_secrets_person").on(table.person_id).nullsNotDistinct()],
).enableRLS();

/** Recovery codes, stored only as SHA-256 hashes. */
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

/** Passkeys. Only public data is stored; the site never receives a private key. */
export const passkeys = pgTable(
  "passkeys",
  (t) => ({
    /** credential ID, base64url */
    id: t.text().primaryKey(),
    person_id: t.uuid().references(() => people.id, { onDelete: "cascade" }),
    name: t.text().notNull(),
    /** COSE, base64url */
    public_key: t.text().notNull(),
    /** as of the last sign-in; synced passkeys usually report 0 */
    counter: t.bigint({ mode: "number" }).notNull().default(0),
    transports: t.text().array().notNull().default([]),
    is_backed_up: t.boolean().notNull().default(false),
    created_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
    last_used_at: t.timestamp({ withTimezone: true }),
  }),
  (table) => [index("passkeys_person").on(table.person_id)],
).enableRLS();

/** Unfinished sign-ins and passkey challenges. Their cookies don't count as sessions. */
export const login_steps = pgTable(
  "login_steps",
  (t) => ({
    /** prefixed for challenges, to tell them from unfinished sign-ins */
    id_hash: t.text().primaryKey(),
    person_id: t.uuid().references(() => people.id, { onDelete: "cascade" }),
    /** the challenge that a passkey must sign; null for an unfinished sign-in */
    challenge: t.text(),
    expires_at: t.timestamp({ withTimezone: true }).notNull(),
  }),
  (table) => [index("login_steps_expires").on(table.expires_at)],
).enableRLS();
