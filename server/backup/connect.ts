import pg from "pg";

/**
 * Opens a separate connection to the database. If it breaks, the pending query fails; the process continues.
 * @throws if the database can't be reached
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
