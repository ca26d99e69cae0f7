import type pg from "pg";
import type { Config } from "../../app/platform/config.server.ts";
import { UnusableValue } from "../../app/platform/config.variables.server.ts";
import { connectionsOf, openPool } from "../../app/platform/database/pool.server.ts";
import { hostOf, isPrivateHost, statedEncryption, withEncryption } from "./database-address.ts";
import { directConnectionHint, hasStableSessions } from "./pooler.ts";

const OLDEST_POSTGRES = 150_000;
const CONNECT_MS = 10_000;

/**
 * Checks the database's version, encryption on public networks, sessions, and connection limit.
 * @returns the URL to use from here on, which includes the encryption mode
 * @throws UnusableValue, with a one-line reason, if the site can't use the database
 */
export async function checkServer(config: Config): Promise<string> {
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
    });
    try {
      const reason = (await unfitFor(config, pool)) ?? (await refuseTransactionPooler(pool, databaseUrl));
      if (reason) throw refuse(reason);
    } finally {
      await pool.end();
    }
  } catch (error) {
    if (error instanceof UnusableValue) throw error;
    throw refuse(reasonOf(error as pg.DatabaseError, host, isAddedEncryption));
  }
  return address;
}

async function unfitFor(config: Config, pool: pg.Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ version: number; room: number }>(
    `select current_setting('server_version_num')::int as version,
        least(current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
          (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
          (select nullif(rolconnlimit, -1) from pg_roles where rolname = session_user and not rolsuper)) as room`,
  );
  const { version, room } = rows[0]!;
  if (version < OLDEST_POSTGRES) return `it is version ${Math.floor(version / 10_000)}`;
  const needed = connectionsOf(config);
  if (room < needed)
    return `it allows ${room} connections, but the site needs ${needed} with DATABASE_POOL=${config.databasePool} (at least 6) and WEB_CONCURRENCY=${config.webConcurrency}`;
  return undefined;
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
