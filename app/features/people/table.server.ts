import { sql } from "drizzle-orm";
import { check, pgTable, uniqueIndex } from "drizzle-orm/pg-core";
import type { Role } from "./rights.ts";

/** People with a sign-in of their own. The one-password sign-in (SPEC 6) has no row. */
export const people = pgTable(
  "people",
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    role: t.text().$type<Role>().notNull(),
    name: t.text().notNull(),
    email: t.text().notNull(),
    created_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** since when the sessions of this person are worth nothing */
    disabled_at: t.timestamp({ withTimezone: true }),
  }),
  (table) => [
    check("people_role_known", sql`${table.role} in ('owner', 'editor', 'enquiries')`),
    uniqueIndex("people_email").on(sql`lower(${table.email})`),
  ],
).enableRLS();
