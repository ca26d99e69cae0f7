// Writes images and their files, with the owner's role only.
import { randomUUID } from "node:crypto";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { originalKey } from "./keys.ts";
import { media, media_files } from "./table.server.ts";
import { newImageId } from "./upload.server.ts";

/** A file whose original is in the store. */
type StoredFile = { sha256: string; bytes: number };

/** Adds an image; the transaction also queues its processing. */
export async function addImage(db: Database, name: string, { sha256, bytes }: StoredFile): Promise<string> {
  const id = newImageId();
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
 * Adds a file to replace an image's current one. It takes over once its first sizes exist (`showFile`), so no page is
 * without an image; a rejected one never does.
 * @returns false if the image is gone
 */
export function addReplacement(db: Database, id: string, { sha256, bytes }: StoredFile): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isThere = and(eq(media.id, id), isNull(media.deleted_at));
    const [image] = await tx.select({ fileId: media.file_id }).from(media).where(isThere).for("update");
    if (!image) return false;
    // An earlier pending replacement is no longer wanted.
    await tx
      .update(media_files)
      .set({ replaced_at: sql`now()` })
      .where(
        and(
          eq(media_files.media_id, id),
          isNull(media_files.replaced_at),
          sql`${media_files.id} <> ${image.fileId}`,
        ),
      );
    await tx.insert(media_files).values({ media_id: id, sha256, bytes, original_key: originalKey(sha256) });
    return true;
  });
}

/**
 * Makes one of an image's files the current one, from the next request on; also used to undo a replacement.
 * @param fileId one of the image's, with sizes
 * @param isFirst whether it has never been shown; it then stays hidden if it was undone or replaced in the meantime
 * @returns false if the file is gone
 */
export function showFile(db: Database, fileId: string, isFirst = false): Promise<boolean> {
  return db.transaction(async (tx) => {
    const of = tx.select({ id: media_files.media_id }).from(media_files).where(eq(media_files.id, fileId));
    // Locks the image before its files, as everywhere, so that two changes of its file wait for each other.
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
