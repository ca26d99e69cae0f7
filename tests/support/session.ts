// Signed-in browsers, created in the database. Signing in hashes a password and has its own tests.
import { createCookie } from "react-router";
import { makeId } from "../../app/features/admin-session/cookie-id.server.ts";
import type { Query } from "./open-queries.ts";
import { SESSION_COOKIE } from "./owner.ts";

/**
 * Signs a browser in, as if it had just sent the password.
 * @param person the id of a person; without one it's the one-password sign-in
 * @returns the value of its session cookie, which is named `SESSION_COOKIE` on sites without HTTPS
 */
export async function addSession(query: Query, person: string | null = null): Promise<string> {
  const { id, id_hash } = makeId();
  await query("insert into admin_sessions (id_hash, person_id) values ($1, $2)", [id_hash, person]);
  const [cookie = ""] = (await createCookie(SESSION_COOKIE).serialize(id)).split(";");
  return cookie.slice(SESSION_COOKIE.length + 1);
}

/**
 * Signs in an owner who never opens the panel, to bypass the page cache: it picks up database writes only a moment
 * later, while the owner's pages are rendered fresh, without tracking and with the bar that says so.
 * @returns the headers for their requests
 */
export async function pastCache(query: Query): Promise<{ Cookie: string }> {
  const plain = `${SESSION_COOKIE}=${await addSession(query)}`;
  // Which name counts depends on whether the site uses HTTPS.
  return { Cookie: `${plain}; __Host-${plain}` };
}
