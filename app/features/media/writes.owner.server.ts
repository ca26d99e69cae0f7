import { and, desc, eq, inArray, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { mediaRefusals } from "../../copy/media-refusals.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused, recordGone } from "../../platform/database/refused.ts";
import { showFile } from "./files.server.ts";
import type { Description } from "./kind.ts";
import { media, media_files } from "./table.server.ts";

const isNotDeleted = (id: string) => and(eq(media.id, id), isNull(media.deleted_at));

/**
 * Saves only the alt text and whether the image is decorative.
 * @throws Refused if the image is gone
 */
export async function describeMedia(db: Database, id: string, description: Description) {
  const result = await db.update(media).set(description).where(isNotDeleted(id));
  if (!result.rowCount) throw recordGone("This image");
}

/**
 * Moves images to Deleted for 30 days (decision 0035.28).
 * @returns their names
 */
export async function deleteMedia(db: Database, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .update(media)
    .set({ deleted_at: sql`now()` })
    .where(and(inArray(media.id, [...ids]), isNull(media.deleted_at)))
    .returning({ name: media.name });
  return rows.map(({ name }) => name);
}

/**
 * Marks images without alt text as decorative.
 * @returns the ids of the changed images
 */
export async function setDecorative(db: Database, ids: readonly string[]) {
  const rows = await db
    .update(media)
    .set({ is_decorative: true })
    .where(
      and(
        inArray(media.id, [...ids]),
        isNull(media.deleted_at),
        eq(media.alt, ""),
        eq(media.is_decorative, false),
      ),
    )
    .returning({ id: media.id });
  return rows.map(({ id }) => id);
}

/** Returns null if no replacement is pending. */
export async function findPendingReplacement(db: Database, id: string) {
  const [file] = await db
    .select({ id: media_files.id, state: media_files.state, reason: media_files.reason })
    .from(media_files)
    .innerJoin(media, eq(media.id, media_files.media_id))
    .where(and(eq(media.id, id), isNull(media_files.replaced_at), ne(media_files.id, media.file_id)))
    .orderBy(desc(media_files.created_at))
    .limit(1);
  return file ?? null;
}

/**
 * Returns the file to crop, and the focal point.
 * @throws Refused if the image is gone or another file is about to replace it
 */
export async function findFileToCrop(db: Database, id: string) {
  const [file] = await db
    .select({ fileId: media_files.id, sha256: media_files.sha256, x: media.focal_x, y: media.focal_y })
    .from(media)
    .innerJoin(media_files, eq(media_files.id, media.file_id))
    .where(isNotDeleted(id));
  if (!file) throw recordGone("This image");
  if (await findPendingReplacement(db, id)) throw new Refused({ "": mediaRefusals.beingReplaced });
  return file;
}

/**
 * Cancels a pending replacement, or restores the previous file.
 * @param focus the focal point to restore, if a crop moved it
 * @throws Refused if the image is gone or no earlier file exists
 */
export async function undoReplace(
  db: Database,
  id: string,
  focus: Partial<Pick<typeof media.$inferInsert, "focal_x" | "focal_y">> = {},
): Promise<void> {
  await db.transaction(async (tx) => {
    const [image] = await tx.select({ id: media.id }).from(media).where(isNotDeleted(id)).for("update");
    if (!image) throw recordGone("This image");
    if (focus.focal_x !== undefined) await tx.update(media).set(focus).where(eq(media.id, id));
    const waiting = await findPendingReplacement(tx, id);
    if (waiting) {
      const { id: file } = waiting;
      await tx.update(media_files).set({ replaced_at: sql`now()` }).where(eq(media_files.id, file));
      return;
    }
    const [before] = await tx
      .select({ id: media_files.id })
      .from(media_files)
      // Skips files that were never shown.
      .where(
        and(
          eq(media_files.media_id, id),
          isNotNull(media_files.replaced_at),
          sql`json_array_length(${media_files.variants}) > 0`,
        ),
      )
      .orderBy(desc(media_files.replaced_at))
      .limit(1);
    if (!before) throw new Refused({ "": "The previous file is no longer available." });
    await showFile(tx, before.id);
  });
}
