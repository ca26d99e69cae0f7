import pg from "pg";

/**
 * Opens a connection of its own to the database. Where it breaks, the query that waits on it fails; the process goes on.
 * @throws where the database cannot be reached
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
