// Creates sessions directly in the database, because checking a password takes 0.3 s.
import { createCookie } from "react-router";
import { makeId } from "../../app/features/sign-in/cookie-id.server.ts";
import type { Query } from "./open-queries.ts";
import { SESSION_COOKIE } from "./owner.ts";

/**
 * Signs in a browser.
 * @param person the id of a person; null for the owner with the site's password
 * @returns the value of the session cookie, which is named `SESSION_COOKIE` on sites without HTTPS
 */
export async function addSession(query: Query, person: string | null = null): Promise<string> {
  const { id, id_hash } = makeId();
  await query("insert into admin_sessions (id_hash, person_id) values ($1, $2)", [id_hash, person]);
  return (await cookieOf(SESSION_COOKIE, id)).slice(SESSION_COOKIE.length + 1);
}

/**
 * Starts the second step of a sign-in, as the correct password does.
 * @param person as for `addSession`
 * @returns the Cookie header for this step
 */
export async function addLoginStep(query: Query, person: string | null = null): Promise<string> {
  const { id, id_hash } = makeId();
  await query(
    "insert into login_steps (id_hash, person_id, expires_at) values ($1, $2, now() + interval '10 minutes')",
    [id_hash, person],
  );
  return cookieOf("panel_step", id);
}

const cookieOf = async (name: string, id: string) =>
  (await createCookie(name).serialize(id)).split(";")[0] ?? "";

/**
 * Signs in an owner, whose pages bypass the cache and so show database writes immediately. These pages have no
 * tracking code.
 * @returns the headers for the owner's requests
 */
export async function pastCache(query: Query): Promise<{ Cookie: string }> {
  const plain = `${SESSION_COOKIE}=${await addSession(query)}`;
  // The cookie's name depends on whether the site uses HTTPS.
  return { Cookie: `${plain}; __Host-${plain}` };
}
