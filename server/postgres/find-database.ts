import type pg from "pg";
import type { Config } from "../../app/platform/config.server.ts";
import { UnusableValue } from "../../app/platform/config.variables.server.ts";
import {
  connectionsOf,
  isNoRoom,
  openPool,
  type PoolOptions,
} from "../../app/platform/database/pool.server.ts";
import { log } from "../../app/platform/log.server.ts";
import { StartRefused } from "../start-refused.ts";
import { hostOf, isPrivateHost, statedEncryption, withEncryption } from "./database-address.ts";
import { directConnectionHint, hasStableSessions } from "./pooler.ts";

const OLDEST_POSTGRES = 150_000;
const CONNECT_MS = 10_000;

/**
 * Checks what the site needs of a database before anything is stored in it: its version, encoding, schema and rights,
 * encryption on public networks, sessions, and connection limit.
 * @param room how to wait for a connection
 * @returns the URL to use from here on, which includes the encryption mode
 * @throws UnusableValue, with a one-line reason, if the site can't use the database; StartRefused if it has no
 *   connection left
 */
export async function checkServer(
  config: Config,
  room: Pick<PoolOptions, "roomMs" | "onNoRoom"> = {},
): Promise<string> {
  const { databaseUrl = "" } = config;
  const refuse = (reason: string) => new UnusableValue("DATABASE_URL", databaseUrl, reason);
  let address = databaseUrl;
  let host = "";
  let isAddedEncryption = false;
  try {
    host = hostOf(databaseUrl);
    const { address: stated, isStated } = statedEncryption(databaseUrl);
    isAddedEncryption = !isStated && !(await isPrivateHost(host));
    address = isAddedEncryption ? withEncryption(stated) : stated;
    // Opening the pool reads files that the URL may name, so errors are caught here.
    const pool = openPool(address, {
      max: 2,
      connectionTimeoutMillis: CONNECT_MS,
      application_name: "seo-pro-zone start",
      ...room,
    });
    try {
      const reason = (await unfitFor(config, pool)) ?? (await refuseTransactionPooler(pool, databaseUrl));
      if (reason) throw refuse(reason);
      await warnOfLocale(pool);
    } finally {
      await pool.end();
    }
  } catch (error) {
    if (error instanceof UnusableValue) throw error;
    if (isNoRoom(error))
      throw new StartRefused(
        `The database has no connection for this site (${(error as Error).message}). One instance needs up to ${connectionsOf(config)}. Stop other programs that use the database, raise its limit or lower DATABASE_POOL.`,
      );
    throw refuse(reasonOf(error as pg.DatabaseError, host, isAddedEncryption));
  }
  return address;
}

type Server = {
  version: number;
  encoding: string;
  schema: string | null;
  mayCreate: boolean;
  room: number;
};

async function unfitFor(config: Config, pool: pg.Pool): Promise<string | undefined> {
  const { rows } = await pool.query<Server>(
    `select current_setting('server_version_num')::int as version,
        current_setting('server_encoding') as encoding,
        current_schema() as schema,
        to_regclass('drizzle.__drizzle_migrations') is not null
          or (has_database_privilege(current_database(), 'create')
            and has_schema_privilege(current_schema(), 'create')) as "mayCreate",
        least(current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
          (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
          (select nullif(rolconnlimit, -1) from pg_roles where rolname = session_user and not rolsuper)) as room`,
  );
  const { version, encoding, schema, mayCreate, room } = rows[0]!;
  if (version < OLDEST_POSTGRES) return `it is version ${Math.floor(version / 10_000)}`;
  if (encoding !== "UTF8")
    return `its encoding is ${encoding}, which can't hold every letter that visitors type; create a database with: create database NAME encoding 'UTF8' template template0`;
  if (schema !== "public")
    return `new tables would go into ${schema ? `the schema ${schema}` : "no schema"}, but the site uses the schema public; set it with: alter role USER set search_path = public`;
  if (!mayCreate)
    return "its user may not create tables; use the database's owner, or: grant create on database NAME to USER; grant create on schema public to USER";
  const needed = connectionsOf(config);
  if (room < needed)
    return `it allows ${room} connections, but the site needs ${needed} with DATABASE_POOL=${config.databasePool} (at least 6) and WEB_CONCURRENCY=${config.webConcurrency}`;
  return undefined;
}

async function warnOfLocale(pool: pg.Pool) {
  const { rows } = await pool.query<{ hasCases: boolean }>(`select lower('Ä') = 'ä' as "hasCases"`);
  if (!rows[0]!.hasCases)
    log.warn(
      "The database's locale has no capital letters beyond A to Z, so searches in the panel tell Ä from ä. With C.UTF-8 or en_US.UTF-8, they wouldn't.",
    );
}

async function refuseTransactionPooler(pool: pg.Pool, databaseUrl: string): Promise<string | undefined> {
  if (await hasStableSessions(pool)) return undefined;
  return `it goes through a pooler in transaction mode; use the direct URL${directConnectionHint(databaseUrl)} or the pooler's session mode`;
}

const UNVERIFIED = /CERT|SIGNATURE|ISSUER|ALTNAME/;
const UNENCRYPTED = "does not support SSL";

function reasonOf(
  { code = "", message }: pg.DatabaseError,
  host: string,
  isAddedEncryption: boolean,
): string {
  const reason = (message || code || "it cannot be reached").replaceAll("\n", " ");
  const choices =
    "sslmode=verify-full (with sslrootcert=FILE for a private certificate authority), sslmode=no-verify (encrypted, but not authenticated) or sslmode=disable (not encrypted)";
  if (UNVERIFIED.test(code) || /certificate/i.test(reason))
    return `the certificate of ${host} can't be verified (${reason}); use ${choices}`;
  if (isAddedEncryption && reason.includes(UNENCRYPTED))
    return `${host} isn't on a private network and doesn't encrypt the connection; use ${choices}`;
  return reason;
}
