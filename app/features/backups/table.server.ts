import { sql } from "drizzle-orm";
import { check, pgTable } from "drizzle-orm/pg-core";

/**
 * Automatic backups and the last failure. On a restored site, this table starts empty, because the files may belong
 * to another site.
 */
export const backups = pgTable(
  "backups",
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    /** `begun`: not a backup, but the time when backups became due */
    kind: t.text().$type<"begun" | "nightly" | "update">().notNull(),
    made_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** absolute path on the machine that created the backup */
    file: t.text().notNull().default(""),
    bytes: t.bigint({ mode: "number" }).notNull().default(0),
    /**
     * `restored`: passed a trial restore. `read`: complete, but not trial-restored. `new`: unchecked. `unfit`: can't
     * be restored. `failed`: wasn't created. `none`: state of the `begun` row.
     */
    state: t.text().$type<"restored" | "read" | "new" | "unfit" | "failed" | "none">().notNull(),
    /** reason for a failure, shown to the owner */
    trouble: t.text().$type<Trouble>(),
    /** one line of details for the operator */
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
