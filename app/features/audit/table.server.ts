import { sql } from "drizzle-orm";
import { check, index, pgPolicy, pgTable } from "drizzle-orm/pg-core";
import { enquiries } from "../enquiry-table/table.server.ts";
import type { AuditResult } from "./result.ts";

/** Audits requested with enquiries or by the owner. Each row is also a job in the audit queue (decision 0051). */
export const audits = pgTable(
  "audits",
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    enquiry_id: t
      .uuid()
      .notNull()
      .references(() => enquiries.id, { onDelete: "cascade" }),
    /** SHA-256 (hex) of the report's token; null if the visitor has no report */
    token_hash: t.text().unique(),
    url: t.text().notNull(),
    /** in punycode */
    host: t.text().notNull(),
    state: t.text().notNull().default("waiting"),
    /** an `AuditReason` if skipped or failed, otherwise empty */
    reason: t.text().notNull().default(""),
    result: t.jsonb().$type<AuditResult>(),
    /** requested by the owner: no limits, no shared results */
    by_owner: t.boolean().notNull().default(false),
    attempts: t.integer().notNull().default(0),
    requested_at: t.timestamp({ withTimezone: true }).notNull().defaultNow(),
    started_at: t.timestamp({ withTimezone: true }),
    finished_at: t.timestamp({ withTimezone: true }),
  }),
  (table) => [
    check("audits_state_known", sql`${table.state} in ('waiting', 'running', 'done', 'failed', 'skipped')`),
    index("audits_enquiry").on(table.enquiry_id, table.requested_at),
    index("audits_host").on(table.host, table.finished_at.desc()),
    index("audits_requested").on(table.requested_at),
    index("audits_open").on(table.requested_at).where(sql`${table.state} in ('waiting', 'running')`),
    pgPolicy("visitors ask for audits", {
      for: "insert",
      withCheck: sql`${table.state} = 'waiting' and ${table.token_hash} is not null and ${table.reason} = '' and ${table.result} is null and not ${table.by_owner} and ${table.attempts} = 0 and ${table.started_at} is null and ${table.finished_at} is null`,
    }),
  ],
);
