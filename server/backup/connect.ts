import pg from "pg";

/**
 * Opens a separate connection. A broken connection fails the pending query, not the process. Throws if the database
 * can't be reached.
 */
export async function connect(
  connection: string | pg.ClientConfig,
  options: pg.ClientConfig = {},
): Promise<pg.Client> {
  const where = typeof connection === "string" ? { connectionString: connection } : connection;
  const client = new pg.Client({ ...where, ...options });
  client.on("error", () => {});
  await client.connect();
  return client;
}
