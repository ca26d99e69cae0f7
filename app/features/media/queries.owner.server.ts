import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import type { MediaItem } from "../../platform/text/image.ts";
import { type StoredVariant, variantPath } from "./media.ts";
import { media, media_files, media_uses } from "./table.server.ts";

/** Wide enough to fill a grid tile. */
const THUMB_WIDTH = 320;

/** Columns of `media` joined with the current file. */
export const ITEM = {
  id: media.id,
  name: media.name,
  alt: media.alt,
  isDecorative: media.is_decorative,
  credit: media.credit,
  focalX: media.focal_x,
  focalY: media.focal_y,
  version: media.version,
  created: media.created_at,
  state: media_files.state,
  reason: media_files.reason,
  width: media_files.width,
  height: media_files.height,
  bytes: media_files.bytes,
  mime: media_files.mime,
  frames: media_files.frames,
  color: media_files.color,
  sha256: media_files.sha256,
  variants: media_files.variants,
  uses: sql<number>`(select count(*)::int from ${media_uses} where ${media_uses.media_id} = ${media.id})`,
};

type ItemRow = Omit<MediaItem, "createdAt" | "thumb"> & {
  created: Date;
  sha256: string;
  variants: StoredVariant[];
};

export function asItem({ created, sha256, variants, ...row }: ItemRow): MediaItem {
  return { ...row, createdAt: created.toISOString(), thumb: thumbOf(row.id, sha256, variants) };
}

function thumbOf(id: string, sha256: string, variants: StoredVariant[]): string | null {
  const small = variants
    .filter(({ format }) => format === "still" || format === "webp")
    .sort((a, b) => a.w - b.w || a.bytes - b.bytes);
  const shown = small.find(({ w }) => w >= THUMB_WIDTH) ?? small.at(-1);
  return shown ? variantPath({ id, sha256 }, shown.key) : null;
}

async function findItem(db: Database, where: SQL | undefined): Promise<MediaItem | null> {
  const [row] = await db
    .select(ITEM)
    .from(media)
    .innerJoin(media_files, eq(media_files.id, media.file_id))
    .where(and(isNull(media.deleted_at), where))
    .orderBy(desc(media.created_at), media.id)
    .limit(1);
  return row ? asItem(row) : null;
}

/** Returns null if the image is unknown or deleted. */
export const findMedia = (db: Database, id: string) => findItem(db, eq(media.id, id));

/** Returns the newest image whose current file has these bytes, or null. Deleted images don't count. */
export const findMediaByHash = (db: Database, sha256: string) => findItem(db, eq(media_files.sha256, sha256));
