// People with their own login, for tests of the panel.
import { cheapPasswordHash } from "./cheap-password.ts";
import type { Query } from "./open-queries.ts";

/** The password of people that tests add. */
export const PASSWORD = "a password of my own";

/**
 * Adds a person, whose email address is the name at example.com.
 * @returns the person's ID
 */
export async function addPerson(
  query: Query,
  role: string,
  name = role,
  password = PASSWORD,
): Promise<string> {
  const [person] = await query<{ id: string }>(
    "insert into people (role, name, email, password_hash) values ($1, $2, $2 || '@example.com', $3) returning id",
    [role, name, cheapPasswordHash(password)],
  );
  return person!.id;
}
