// What the configuration check finds in the database.
import type pg from "pg";
import { listBackups } from "../../app/features/backups/queries.server.ts";
import { backupStatusOf } from "../../app/features/backups/status.ts";
import { type MailConfig, readMailConfig } from "../../app/features/mail/settings.server.ts";
import { mailSetupOf } from "../../app/features/mail/words.server.ts";
import type { Settings } from "../../app/features/settings/defaults.ts";
import { readSettings } from "../../app/features/settings/queries.server.ts";
import { describeBackups } from "../../app/panel/dashboard/backups.ts";
import { listFirstSteps } from "../../app/panel/dashboard/steps.server.ts";
import type { Config } from "../../app/platform/config.server.ts";
import {
  type Connection,
  type Database,
  openDatabases,
  readAppliedMigrations,
} from "../../app/platform/database/database.server.ts";
import { EDITOR_ROLE } from "../../app/platform/database/editor-role.server.ts";
import {
  countKnownMigrations,
  listOwnColumns,
  readMigrationJournal,
} from "../../app/platform/database/schema.server.ts";
import { VISITOR_ROLE } from "../../app/platform/database/visitor-role.server.ts";
import { type Line, missing, note, ok, problem } from "./line.ts";
import { type DatabaseFacts, databaseLines } from "./rules.ts";

const ROLES = [VISITOR_ROLE, EDITOR_ROLE];

export type Stored = {
  lines: Line[];
  /** how far the database's clock is ahead of this machine's */
  aheadMs: number;
  mail: MailConfig;
  /** the address that emails come from; null if nothing can be sent */
  sender: string | null;
};

/** Reads what the site's database knows. Changes nothing. */
export async function readStored(connection: Connection, config: Config): Promise<Stored> {
  const databases = openDatabases(connection, { visitorRole: false, owner: 1, visitor: 0 });
  try {
    const facts = await readFacts(databases.pool);
    const lines = databaseLines(facts, ROLES);
    const found = { lines, aheadMs: await readAheadMs(databases.pool), mail: config, sender: null };
    // Tables of another version may have other columns.
    if (facts.isNewer || facts.pending > 0) return found;
    const db = databases.owner;
    const mail = await readMailConfig(db, config);
    const settings = await readSettings(db);
    return {
      ...found,
      lines: [...lines, await readBackupLine(db, config, settings), ...(await readSteps(db, mail, settings))],
      mail,
      sender: mailSetupOf(mail, settings).from,
    };
  } finally {
    await databases.close();
  }
}

async function readFacts(pool: pg.Pool): Promise<DatabaseFacts> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<Omit<DatabaseFacts, "pending" | "isNewer">>(
      `select current_setting('server_version') as version, rolname as user, rolsuper as "isSuperuser",
          rolcreaterole as "mayCreateRoles",
          not exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
            and relname = any($2) and not pg_has_role(relowner, 'usage')) as "isOwner",
          array(select rolname::text from pg_roles where rolname = any($1) and pg_has_role(oid, 'member')) as roles
        from pg_roles where rolname = current_user`,
      [ROLES, [...listOwnColumns().keys()]],
    );
    const { seen, newest } = await readAppliedMigrations(client);
    const isNewer = newest > readMigrationJournal().entries.at(-1)!.when;
    return { ...rows[0]!, pending: Math.max(0, countKnownMigrations() - seen), isNewer };
  } finally {
    client.release();
  }
}

async function readAheadMs(pool: pg.Pool): Promise<number> {
  const before = Date.now();
  const { rows } = await pool.query<{ now: number }>(
    "select (extract(epoch from clock_timestamp()) * 1000)::float8 as now",
  );
  return rows[0]!.now - (before + Date.now()) / 2;
}

async function readBackupLine(db: Database, { backupDir }: Config, { time_zone }: Settings): Promise<Line> {
  const name = "Last backup";
  const standing = backupDir === null ? null : backupStatusOf(await listBackups(db), new Date());
  const { alarm, lines } = describeBackups(standing, time_zone);
  if (alarm) return problem(name, `${alarm.title} ${alarm.text}`);
  return (standing?.is === "good" ? ok : note)(name, lines.join(" "));
}

/** Returns the lines of the launch checklist that only the server can change. SITE_URL has a check of its own, and update notices are the owner's choice. */
async function readSteps(db: Database, config: MailConfig, settings: Settings): Promise<Line[]> {
  const hasMailServer = config.smtpUrl !== undefined;
  const steps = await listFirstSteps(db, { settings, config, samples: "", hasMailServer });
  return steps
    .filter(({ id, group }) => group === "server" && id !== "siteUrl" && id !== "updates")
    .map(({ title, isDone, developer }) => (isDone ? ok(title, "Done.") : missing(title, developer)));
}
