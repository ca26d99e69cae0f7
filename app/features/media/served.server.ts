// Looks up image files to serve: many ids in one query, as visitors see them.
import { eq, inArray } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import type { StoredVariant } from "./media.ts";
import { media, media_files } from "./table.server.ts";

/** A file of an image whose URL visitors may still have. */
export type ServedFile = { sha256: string; variants: StoredVariant[]; isPresent: boolean };

/**
 * Returns the files of images, including replaced ones.
 * @param db the visitors'
 * @returns by id; unknown and deleted ones are absent
 */
export async function listServed(db: Database, ids: string[]): Promise<Map<string, ServedFile[]>> {
  const rows = await db
    .select({
      id: media.id,
      presentId: media.file_id,
      fileId: media_files.id,
      sha256: media_files.sha256,
      variants: media_files.variants,
    })
    .from(media)
    .innerJoin(media_files, eq(media_files.media_id, media.id))
    .where(inArray(media.id, ids));
  const byId = new Map<string, ServedFile[]>();
  for (const { id, presentId, fileId, sha256, variants } of rows) {
    const files = byId.get(id) ?? [];
    byId.set(id, [...files, { sha256, variants, isPresent: fileId === presentId }]);
  }
  return byId;
}
