import { randomUUID } from "node:crypto";
import { and, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { mediaRefusals } from "../../copy/media-refusals.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { Refused, recordGone } from "../../platform/database/refused.ts";
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
export function addReplacement(db: Database, id: string, file: StoredFile): Promise<boolean> {
  return db.transaction(async (tx) => {
    const image = await lockImage(tx, id);
    if (!image) return false;
    await tx.update(media_files).set({ replaced_at: sql`now()` }).where(isOtherFile(id, image.fileId));
    await insertFile(tx, id, file);
    return true;
  });
}

/**
 * Adds a file that was cropped from the current one, and moves the focal point with the crop.
 * @param of.fileId the file that was cropped
 * @throws Refused if the image is gone, or has had another file since then
 */
export function addCropped(
  db: Database,
  id: string,
  file: StoredFile,
  of: { fileId: string; focus: { x: number; y: number } },
): Promise<void> {
  return db.transaction(async (tx) => {
    const image = await lockImage(tx, id);
    if (!image) throw recordGone("This image");
    if (image.fileId !== of.fileId) throw new Refused({ "": mediaRefusals.replaced });
    if (await tx.$count(media_files, isOtherFile(id, image.fileId)))
      throw new Refused({ "": mediaRefusals.beingReplaced });
    await insertFile(tx, id, file);
    const { x: focal_x, y: focal_y } = of.focus;
    if (focal_x !== image.focalX || focal_y !== image.focalY)
      await tx.update(media).set({ focal_x, focal_y }).where(eq(media.id, id));
  });
}

/** Locks an image that isn't deleted. */
async function lockImage(tx: Database, id: string) {
  const [image] = await tx
    .select({ fileId: media.file_id, focalX: media.focal_x, focalY: media.focal_y })
    .from(media)
    .where(and(eq(media.id, id), isNull(media.deleted_at)))
    .for("update");
  return image;
}

/** Matches the image's files besides one, except replaced ones. */
const isOtherFile = (id: string, fileId: string) =>
  and(eq(media_files.media_id, id), isNull(media_files.replaced_at), ne(media_files.id, fileId));

const insertFile = (tx: Database, id: string, { sha256, bytes }: StoredFile) =>
  tx.insert(media_files).values({ media_id: id, sha256, bytes, original_key: originalKey(sha256) });

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
    await tx.update(media_files).set({ replaced_at: sql`now()` }).where(isOtherFile(mediaId, fileId));
    await tx.update(media).set({ file_id: fileId }).where(eq(media.id, mediaId));
    return true;
  });
}
