import { and, asc, eq, isNull, ne, sql } from "drizzle-orm";
import { OWNER_NAME } from "../../copy/panel/people.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { people } from "./table.server.ts";

/** Returns whether anyone has their own sign-in. */
export const hasPeople = async (db: Database): Promise<boolean> =>
  (await db.select({ id: people.id }).from(people).where(isNull(people.disabled_at)).limit(1)).length > 0;

/** Returns null if the person is unknown or their account is disabled. */
export async function findPersonByEmail(db: Database, email: string) {
  const [person] = await db
    .select()
    .from(people)
    .where(and(sql`lower(${people.email}) = lower(${email.trim()})`, isNull(people.disabled_at)));
  return person ?? null;
}

/** Returns null if the person is unknown or their account is disabled. */
export async function findPerson(db: Database, id: string) {
  const [person] = await db
    .select()
    .from(people)
    .where(and(eq(people.id, id), isNull(people.disabled_at)));
  return person ?? null;
}

/** Returns all people sorted by name, with disabled accounts last. */
export const listPeople = (db: Database) =>
  db
    .select({
      id: people.id,
      name: people.name,
      email: people.email,
      role: people.role,
      disabled_at: people.disabled_at,
    })
    .from(people)
    .orderBy(sql`${people.disabled_at} is not null`, asc(people.name), asc(people.id));

/**
 * Returns people's names by id. The owner with the site's password has the id null.
 * @returns an empty map if that owner is the only person
 */
export async function readNames(db: Database): Promise<Map<string | null, string>> {
  const rows = await db.select({ id: people.id, name: people.name }).from(people);
  return new Map(rows.length ? [[null, OWNER_NAME], ...rows.map(({ id, name }) => [id, name] as const)] : []);
}

/** Matches the people that enquiries can be assigned to. */
export const isAssignee = and(isNull(people.disabled_at), ne(people.role, "editor"))!;

/** Returns the people that enquiries can be assigned to. */
export const listAssignees = (db: Database) =>
  db
    .select({ id: people.id, name: people.name })
    .from(people)
    .where(isAssignee)
    .orderBy(asc(people.name), asc(people.id));
