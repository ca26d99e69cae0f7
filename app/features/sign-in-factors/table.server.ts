import { index, pgTable, unique } from "drizzle-orm/pg-core";
import { people } from "../people/table.server.ts";

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

/** Passkeys. What's stored is public: the private key never leaves the authenticator. */
export const passkeys = pgTable(
  "passkeys",
  (t) => ({
    /** the credential's id, base64url */
    id: t.text().primaryKey(),
    person_id: t.uuid().references(() => people.id, { onDelete: "cascade" }),
    /** chosen by the person */
    name: t.text().notNull(),
    /** COSE, base64url */
    public_key: t.text().notNull(),
    /** from the last sign-in; synced passkeys always report 0 */
    counter: t.bigint({ mode: "number" }).notNull().default(0),
    transports: t.text().array().notNull().default([]),
    is_backed_up: t.boolean().notNull().default(false),
    created_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
    last_used_at: t.timestamp({ withTimezone: true }),
  }),
  (table) => [index("passkeys_person").on(table.person_id)],
).enableRLS();

/**
 * Sign-ins with a correct password but no second factor yet, and challenges for passkeys. None of these is a session:
 * they're in a table that nothing else reads, under their own cookies.
 */
export const login_steps = pgTable(
  "login_steps",
  (t) => ({
    /** has a prefix for challenges, so that they can't be mistaken for a correct password */
    id_hash: t.text().primaryKey(),
    person_id: t.uuid().references(() => people.id, { onDelete: "cascade" }),
    /** what a passkey has to sign, once */
    challenge: t.text(),
    expires_at: t.timestamp({ withTimezone: true }).notNull(),
  }),
  (table) => [index("login_steps_expires").on(table.expires_at)],
).enableRLS();
