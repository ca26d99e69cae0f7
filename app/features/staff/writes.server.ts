import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused } from "../../platform/database/refused.ts";
import type { Role } from "./rights.ts";
import { people } from "./table.server.ts";

const unknown = () => new Refused({ "": "This person was removed or disabled." });

/**
 * Changes a person's role, effective on their next request.
 * @returns their name
 */
export async function setRole(db: Database, id: string, role: Role): Promise<string> {
  const [row] = await db
    .update(people)
    .set({ role })
    .where(and(eq(people.id, id), isNull(people.disabled_at)))
    .returning({ name: people.name });
  if (!row) throw unknown();
  return row.name;
}

/**
 * Disables a person's account or enables it again. Doesn't end their sessions.
 * @returns their name
 */
export async function setDisabled(db: Database, id: string, isDisabled: boolean): Promise<string> {
  const [row] = await db
    .update(people)
    .set({ disabled_at: isDisabled ? sql`now()` : null })
    .where(and(eq(people.id, id), isDisabled ? isNull(people.disabled_at) : isNotNull(people.disabled_at)))
    .returning({ name: people.name });
  if (!row) throw unknown();
  return row.name;
}

/** Changes a person's name. */
export async function rename(db: Database, id: string, name: string): Promise<void> {
  await db.update(people).set({ name }).where(eq(people.id, id));
}
