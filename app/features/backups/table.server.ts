import { sql } from "drizzle-orm";
import { check, pgTable } from "drizzle-orm/pg-core";

/**
 * The backups that the site created automatically and still has, and the last failed one. A restored site starts with
 * none, since the files may belong to another site.
 */
export const backups = pgTable(
  "backups",
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    /** `begun`: since when backups are expected */
    kind: t.text().$type<"begun" | "nightly" | "update">().notNull(),
    made_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** absolute path on the machine that created it */
    file: t.text().notNull().default(""),
    bytes: t.bigint({ mode: "number" }).notNull().default(0),
    /**
     * `restored`: restored on trial and complete. `read`: complete, but a restore couldn't be tried. `new`: not checked
     * yet. `unfit`: present, but can't be restored. `failed`: not created.
     */
    state: t.text().$type<"restored" | "read" | "new" | "unfit" | "failed" | "none">().notNull(),
    /** why it failed, for the owner: `disk`, `folder`, `database`, `other` */
    trouble: t.text().$type<Trouble>(),
    /** more information for the operator, in one line */
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
