import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Database } from "../../app/platform/database/database.server.ts";
import type { Name, Sample } from "./samples.ts";

/** Prometheus usually waits 10 s. Other metrics shouldn't wait longer for a database that is down. */
const ANSWER_MS = 3_000;

/** Returns metrics from the database; only `site_database_up` if the database doesn't answer in time. */
export async function databaseFigures(db: Database): Promise<Sample[]> {
  const asked = readFigures(db).catch(() => null);
  const row = await Promise.race([asked, delay(ANSWER_MS, null, { ref: false })]);
  if (!row) return [{ name: "site_database_up", value: 0 }];
  const known = Object.entries(row).filter(([, value]) => value !== null);
  return [
    { name: "site_database_up", value: 1 },
    ...known.map(([name, value]) => ({ name: name as Name, value: Number(value) })),
  ];
}

/** Ages are null if there is nothing to measure. */
async function readFigures(db: Database): Promise<Record<string, number | null>> {
  const { rows } = await db.execute<Record<string, number | null>>(sql`
    select mails.*, jobs.*,
      (select extract(epoch from now() - at)::float8 from worker_pulse) as site_jobs_last_seconds,
      (select extract(epoch from now() - max(made_at))::float8 from backups
        where state in ('restored', 'read', 'new')) as site_backup_last_seconds
    from (
      select count(*) filter (where status = 'waiting')::int as site_mails_waiting,
        count(*) filter (where status = 'refused')::int as site_mails_refused,
        extract(epoch from now() - min(created_at) filter (where status = 'waiting'))::float8
          as site_mails_oldest_seconds
      from outgoing_mails
    ) mails, (
      select count(*) filter (where is_due)::int as site_jobs_due,
        count(*) filter (where attempts >= max_attempts)::int as site_jobs_failed,
        extract(epoch from now() - min(run_at) filter (where is_due))::float8 as site_jobs_oldest_seconds
      from (
        select *, attempts < max_attempts and run_at <= now() and locked_at is null as is_due
        from graphile_worker.jobs
      ) each
    ) jobs`);
  return rows[0]!;
}
