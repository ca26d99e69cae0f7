// Whether the database that DATABASE_URL names will do.
import pg from "pg";
import { UnusableValue } from "../app/platform/config.server.ts";

const OLDEST_POSTGRES = 150_000;
const CONNECT_MS = 10_000;

/** @throws UnusableValue when the server cannot be reached or is too old */
export async function checkServer(databaseUrl: string) {
  const refuse = (reason: string) => new UnusableValue("DATABASE_URL", databaseUrl, reason);
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_MS });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query("select current_setting('server_version_num')::int as version");
    if (rows[0].version < OLDEST_POSTGRES)
      throw new Error(`it is version ${Math.floor(rows[0].version / 10_000)}`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw refuse((message || code || "it cannot be reached").replaceAll("\n", " "));
  } finally {
    await client.end().catch(() => {});
  }
}
