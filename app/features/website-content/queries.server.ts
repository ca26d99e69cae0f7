// Reads and writes the owner's texts. `texts.server.ts` adds the defaults.
import { and, count, countDistinct, eq, isNull, max, sql } from "drizzle-orm";
import { violatedConstraint } from "../../platform/database/constraint.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { ChangedSinceOpened, Refused } from "../../platform/database/refused.ts";
import { builtInParts, builtInValue } from "./built-in.ts";
import { cleanValue } from "./clean.server.ts";
import type { ContentInput } from "./rules.ts";
import { website_content } from "./table.server.ts";
import type { TextKey } from "./text-key.ts";

export const isNotDeleted = isNull(website_content.deleted_at);

export const isAt = ({ page_name, section_name, content_key }: TextKey) =>
  and(
    eq(website_content.page_name, page_name),
    eq(website_content.section_name, section_name),
    eq(website_content.content_key, content_key),
    isNotDeleted,
  );

/** Counts the owner's texts, and the pages they're on, for the dashboard (SPEC 7). */
export async function countContent(db: Database) {
  const [counts] = await db
    .select({ items: count(), pages: countDistinct(website_content.page_name) })
    .from(website_content)
    .where(isNotDeleted);
  return counts!;
}

export function listContentDates(db: Database) {
  const { page_name, updated_at } = website_content;
  return db
    .select({ page_name, updated_at: max(updated_at) })
    .from(website_content)
    .where(isNotDeleted)
    .groupBy(page_name);
}

/** Returns SPEC 7's "distinct page_name list". */
export async function listContentPages(db: Database): Promise<string[]> {
  const rows = await db
    .selectDistinct({ page_name: website_content.page_name })
    .from(website_content)
    .where(isNotDeleted)
    .orderBy(website_content.page_name);
  return rows.map(({ page_name }) => page_name);
}

/**
 * Adds a text and sanitizes its HTML (decision 0035.3).
 * @returns what was removed from the HTML
 * @throws Refused if the key is taken, or sanitizing leaves nothing
 */
export async function addContent(db: Database, input: ContentInput): Promise<string[]> {
  const { values, removed } = clean(input);
  if (!(await insert(db, values)))
    throw new Refused({
      content_key: `There's already content at ${addressOf(input)}. Edit that instead.`,
    });
  return removed;
}

/**
 * Updates a text.
 * @param id null if the form showed the default
 * @param version 0 if the form showed the default
 * @returns what was removed from the HTML
 * @throws Refused if the text was changed in the meantime, its new key is taken, or sanitizing leaves nothing
 */
export async function updateContent(
  db: Database,
  id: string | null,
  version: number,
  input: ContentInput,
): Promise<string[]> {
  const { values, removed } = clean(input);
  const isSaved = version ? await overwrite(db, id, version, values) : await insert(db, values);
  if (isSaved) return removed;
  const [now] = await db
    .select({ version: website_content.version })
    .from(website_content)
    .where(isAt(input));
  const what = now ? "saved this content" : version ? "reset this content to its default" : null;
  // If the row was deleted between the two statements, try again.
  if (!what) return updateContent(db, id, version, input);
  throw new ChangedSinceOpened(what, now?.version ?? 0);
}

/** Returns false if the key is taken. */
async function insert(db: Database, values: ContentInput): Promise<boolean> {
  const result = await db
    .insert(website_content)
    .values(values)
    .onConflictDoNothing({
      target: [website_content.page_name, website_content.section_name, website_content.content_key],
      where: isNotDeleted,
    });
  return Boolean(result.rowCount);
}

/** Returns false if the version is outdated. */
async function overwrite(db: Database, id: string | null, version: number, values: ContentInput) {
  try {
    const result = await db
      .update(website_content)
      .set({ ...values, updated_at: sql`now()` })
      .where(
        and(
          id ? eq(website_content.id, id) : isAt(values),
          eq(website_content.version, version),
          isNotDeleted,
        ),
      );
    return Boolean(result.rowCount);
  } catch (error) {
    if (violatedConstraint(error) !== "website_content_address_unique") throw error;
    throw new Refused({ content_key: `There's already content at ${addressOf(values)}.` });
  }
}

/** Soft-deletes the owner's text, which restores the default (decisions 0035.15, 0035.28). */
export async function deleteContent(db: Database, id: string) {
  await db
    .update(website_content)
    .set({ deleted_at: sql`now()` })
    .where(and(eq(website_content.id, id), isNotDeleted));
}

const addressOf = ({ page_name, section_name, content_key }: TextKey) =>
  `${page_name} / ${section_name} / ${content_key}`;

function clean(input: ContentInput) {
  const { content_value, removed } = cleanValue(input, builtInValue(input), builtInParts(input));
  if (!content_value && input.content_value)
    throw new Refused({ content_value: "Nothing in this HTML can be shown on a page." });
  return { values: { ...input, content_value }, removed };
}
