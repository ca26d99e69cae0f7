import { sql } from "drizzle-orm";
import { check, pgTable } from "drizzle-orm/pg-core";

/**
 * Every backup that the site has made by itself and still has, and the last one that failed. A restored site begins
 * with none: the files may be another site's, too.
 */
export const backups = pgTable(
  "backups",
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    /** `begun`: since when there ought to be backups */
    kind: t.text().$type<"begun" | "nightly" | "update">().notNull(),
    made_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** absolute path on the machine that made it */
    file: t.text().notNull().default(""),
    bytes: t.bigint({ mode: "number" }).notNull().default(0),
    /**
     * `restored`: restored on trial and found whole. `read`: whole, but a restore could not be tried. `new`: not looked
     * at yet. `unfit`: there, but it cannot be restored. `failed`: not made.
     */
    state: t.text().$type<"restored" | "read" | "new" | "unfit" | "failed" | "none">().notNull(),
    /** why it failed, for the owner: `disk`, `folder`, `database`, `other` */
    trouble: t.text().$type<Trouble>(),
    /** what the operator has to know besides, in one line */
    detail: t.text().notNull().default(""),
  }),
  (table) => [
    check("backups_kind_known", sql`${table.kind} in ('begun', 'nightly', 'update')`),
    check(
      "backups_state_known",
      sql`${table.state} in ('restored', 'read', 'new', 'unfit', 'failed', 'none')`,
    ),
  ],
).enableRLS();

export type Trouble = "disk" | "folder" | "database" | "other";
