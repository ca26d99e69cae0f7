// Logged-in browsers, made in the database: the login itself hashes a password, and has its own tests.
import { createCookie } from "react-router";
import { makeId } from "../../app/features/admin-session/cookie-id.server.ts";
import type { Query } from "./kept-queries.ts";
import { SESSION_COOKIE } from "./owner.ts";

/**
 * Logs a browser in, as if it had sent the password a moment ago.
 * @returns the value of its session cookie, which is named `SESSION_COOKIE` where the site is not https
 */
export async function addSession(query: Query): Promise<string> {
  const { id, id_hash } = makeId();
  await query("insert into admin_sessions (id_hash) values ($1)", [id_hash]);
  const [cookie = ""] = (await createCookie(SESSION_COOKIE).serialize(id)).split(";");
  return cookie.slice(SESSION_COOKIE.length + 1);
}

/**
 * Logs an owner in who never opens the panel: a page is made for them at this moment, past the page cache, which hears
 * of writes a moment later. It comes without tracking, and with the bar that says so.
 * @returns the headers of their requests
 */
export async function pastCache(query: Query): Promise<{ Cookie: string }> {
  const plain = `${SESSION_COOKIE}=${await addSession(query)}`;
  // Whether the site is https decides which of the names counts.
  return { Cookie: `${plain}; __Host-${plain}` };
}
