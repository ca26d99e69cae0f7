import { eq, inArray } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import type { StoredVariant } from "./media.ts";
import { media, media_files } from "./table.server.ts";

/** `isPresent` is true for the image's current file. */
export type ServedFile = { sha256: string; variants: StoredVariant[]; isPresent: boolean };

/**
 * Returns all files of each image by id, even replaced ones. Unknown and deleted images are absent.
 * @param db connected as the visitor role, which can't see deleted images
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
