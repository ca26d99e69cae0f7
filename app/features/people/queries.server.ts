// Reads the people who can sign in.
import { and, asc, eq, isNull, ne, sql } from "drizzle-orm";
import { OWNER_NAME } from "../../copy/panel/people.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { people } from "./table.server.ts";

/** Returns whether anyone can sign in with a name. */
export const hasPeople = async (db: Database): Promise<boolean> =>
  (await db.select({ id: people.id }).from(people).where(isNull(people.disabled_at)).limit(1)).length > 0;

/** Finds the person with an email address, unless they're disabled. */
export async function findPersonByEmail(db: Database, email: string) {
  const [person] = await db
    .select()
    .from(people)
    .where(and(sql`lower(${people.email}) = lower(${email.trim()})`, isNull(people.disabled_at)));
  return person ?? null;
}

/** Finds a person, unless they're disabled. */
export async function findPerson(db: Database, id: string) {
  const [person] = await db
    .select()
    .from(people)
    .where(and(eq(people.id, id), isNull(people.disabled_at)));
  return person ?? null;
}

/** Returns everyone, disabled people last, by name. */
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
 * Returns the names of people by id, disabled ones too; null stands for the one-password owner.
 * @returns empty if there never was anyone but the owner, whose name then says nothing
 */
export async function readNames(db: Database): Promise<Map<string | null, string>> {
  const rows = await db.select({ id: people.id, name: people.name }).from(people);
  return new Map(rows.length ? [[null, OWNER_NAME], ...rows.map(({ id, name }) => [id, name] as const)] : []);
}

/** Returns who enquiries can be assigned to. */
export const listAssignees = (db: Database) =>
  db
    .select({ id: people.id, name: people.name })
    .from(people)
    .where(and(isNull(people.disabled_at), ne(people.role, "editor")))
    .orderBy(asc(people.name), asc(people.id));
