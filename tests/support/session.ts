// A logged-in browser, made in the database: for tests that write behind the site's back.
import { createHash, randomUUID } from "node:crypto";
import { createCookie } from "react-router";
import type { EmbeddedConnection } from "../../server/postgres.ts";
import { queryOnce } from "./query-once.ts";

/**
 * Logs somebody in who never opens the panel: a page is made for them at this moment, past the page cache, which hears
 * of writes a moment later. It comes without tracking, and with the bar that says so.
 * @returns the headers of their requests
 */
export async function pastCache(connection: EmbeddedConnection): Promise<{ Cookie: string }> {
  const id = randomUUID();
  const hash = createHash("sha256").update(id).digest("hex");
  await queryOnce(connection, "insert into admin_sessions (id_hash) values ($1)", [hash]);
  const [plain = ""] = (await createCookie("panel_session").serialize(id)).split(";");
  // Whether the site is https decides which of the names counts.
  return { Cookie: `${plain}; __Host-${plain}` };
}
