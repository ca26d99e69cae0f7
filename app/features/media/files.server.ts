import { randomUUID } from "node:crypto";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { originalKey } from "./keys.ts";
import { media, media_files } from "./table.server.ts";
import { newImageId } from "./upload.server.ts";

type StoredFile = { sha256: string; bytes: number };

/** Adds an image and returns its id. A trigger queues its processing. */
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
 * Adds a file that becomes the image's current one once it has sizes (`showFile`).
 * @returns false if the image is gone
 */
export function addReplacement(db: Database, id: string, { sha256, bytes }: StoredFile): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isThere = and(eq(media.id, id), isNull(media.deleted_at));
    const [image] = await tx.select({ fileId: media.file_id }).from(media).where(isThere).for("update");
    if (!image) return false;
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
 * Makes a file the image's current one.
 * @param fileId of a file that has sizes
 * @param isFirst true for a new file, which is only shown if it wasn't canceled or replaced in the meantime
 * @returns false if the file is gone
 */
export function showFile(db: Database, fileId: string, isFirst = false): Promise<boolean> {
  return db.transaction(async (tx) => {
    const of = tx.select({ id: media_files.media_id }).from(media_files).where(eq(media_files.id, fileId));
    // The image is always locked before its files, so transactions can't deadlock.
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
