// Writes of pictures and their files. Only the owner's role may.
import { randomUUID } from "node:crypto";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { originalKey } from "./keys.ts";
import { media, media_files } from "./table.server.ts";
import { newPictureId } from "./upload.server.ts";

/** A file whose original is in the store. */
type StoredFile = { sha256: string; bytes: number };

/** Adds a picture. The transaction queues the work on its file too. */
export async function addPicture(db: Database, name: string, { sha256, bytes }: StoredFile): Promise<string> {
  const id = newPictureId();
  const fileId = randomUUID();
  await db.transaction(async (tx) => {
    await tx.insert(media).values({ id, name, file_id: fileId });
    await tx.insert(media_files).values({
      ...{ id: fileId, media_id: id, sha256, bytes },
      original_key: originalKey(sha256),
    });
  });
  return id;
}

/**
 * Adds a file that is to take the place of a picture's present one. It does once its first variants are made
 * (`showFile`), so that no page is without a picture meanwhile; one that is refused never does.
 * @returns false where the picture is gone
 */
export function addReplacement(db: Database, id: string, { sha256, bytes }: StoredFile): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isThere = and(eq(media.id, id), isNull(media.deleted_at));
    const [picture] = await tx.select({ fileId: media.file_id }).from(media).where(isThere).for("update");
    if (!picture) return false;
    // An earlier one that waits is not wanted any more.
    await tx
      .update(media_files)
      .set({ replaced_at: sql`now()` })
      .where(
        and(
          eq(media_files.media_id, id),
          isNull(media_files.replaced_at),
          sql`${media_files.id} <> ${picture.fileId}`,
        ),
      );
    await tx.insert(media_files).values({ media_id: id, sha256, bytes, original_key: originalKey(sha256) });
    return true;
  });
}

/**
 * Makes one of a picture's files the present one: pages show it from the next request on. It is how a replacement is
 * taken back, too.
 * @param fileId one of the picture's, with variants
 * @param isFirst whether it was never shown: then it is not where it was taken back, or overtaken, meanwhile
 * @returns false where there is no such file any more
 */
export function showFile(db: Database, fileId: string, isFirst = false): Promise<boolean> {
  return db.transaction(async (tx) => {
    const of = tx.select({ id: media_files.media_id }).from(media_files).where(eq(media_files.id, fileId));
    // The picture before its files, as everywhere: two that change its file at once wait for each other.
    await tx.select({ id: media.id }).from(media).where(inArray(media.id, of)).for("update");
    const [file] = await tx
      .update(media_files)
      .set({ replaced_at: null })
      .where(and(eq(media_files.id, fileId), isFirst ? isNull(media_files.replaced_at) : undefined))
      .returning({ mediaId: media_files.media_id });
    if (!file) return false;
    const { mediaId } = file;
    const others = and(
      eq(media_files.media_id, mediaId),
      sql`${media_files.id} <> ${fileId}`,
      isNull(media_files.replaced_at),
    );
    await tx.update(media_files).set({ replaced_at: sql`now()` }).where(others);
    await tx.update(media).set({ file_id: fileId }).where(eq(media.id, mediaId));
    return true;
  });
}
