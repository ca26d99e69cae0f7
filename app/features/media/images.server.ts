import { and, eq, inArray, isNull } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import type { Database } from "../../platform/database/database.server.ts";
import { configContext, isAnsweringFault, previewBy, visitorDb } from "../../platform/http/context.server.ts";
import { imageIdsIn } from "../../platform/text/image.ts";
import { type LibraryImage, type StoredVariant, variantPath } from "./media.ts";
import { media, media_files } from "./table.server.ts";

/** Images by id. Unknown and deleted images are absent. */
export type FoundImages = ReadonlyMap<string, ShownOnPage>;
type ShownOnPage = Omit<LibraryImage, "id" | "credit"> & { still?: string };

const NONE: FoundImages = new Map();

/**
 * Finds the owner's images with at most one query.
 * @param texts anything that may contain `/media/<id>`
 * @param base MEDIA_BASE_URL without a trailing slash
 */
export async function findImages(db: Database, texts: Iterable<string>, base = ""): Promise<FoundImages> {
  const ids = new Set<string>();
  for (const text of texts) for (const id of imageIdsIn(text)) ids.add(id);
  if (ids.size === 0) return NONE;
  const rows = await db
    .select({
      id: media.id,
      alt: media.alt,
      isDecorative: media.is_decorative,
      focalX: media.focal_x,
      focalY: media.focal_y,
      width: media_files.width,
      height: media_files.height,
      color: media_files.color,
      inlineAvif: media_files.inline_avif,
      sha256: media_files.sha256,
      stored: media_files.variants,
    })
    .from(media)
    .innerJoin(media_files, eq(media_files.id, media.file_id))
    .where(and(isNull(media.deleted_at), inArray(media.id, [...ids])));
  return new Map(
    rows.map(({ id, sha256, stored, ...row }) => {
      const pathOf = ({ key }: StoredVariant) => variantPath({ id, sha256 }, key, base);
      const variants = stored.flatMap((one) => {
        const { format, w: width, h: height } = one;
        return format === "avif" || format === "webp" ? [{ format, width, height, path: pathOf(one) }] : [];
      });
      const share = stored.find(({ format }) => format === "jpeg");
      // The widest still, because the displayed width is unknown.
      const still = stored.filter(({ format }) => format === "still").sort((a, b) => b.w - a.w)[0];
      const image = { ...row, variants, share: share ? pathOf(share) : null };
      return [id, still ? { ...image, still: pathOf(still) } : image] as const;
    }),
  );
}

/** Returns the owner's images in a page's data; none if the database is down. */
export async function imagesIn(
  context: Readonly<RouterContextProvider>,
  shown: unknown,
): Promise<FoundImages> {
  if (context.get(isAnsweringFault)) return NONE;
  const texts = [...textsIn(shown)];
  const found = await findImages(context.get(visitorDb), texts, context.get(configContext).mediaBaseUrl);
  const by = context.get(previewBy);
  // On a page from the history, collects the ids of images that are gone now.
  if (by && typeof by === "object")
    for (const id of texts.flatMap(imageIdsIn)) if (!found.has(id)) by.gone.add(id);
  return found;
}

function* textsIn(data: unknown): Generator<string> {
  if (typeof data === "string") {
    if (data.includes("/media/")) yield data;
  } else if (typeof data === "object" && data !== null) {
    for (const part of Object.values(data)) yield* textsIn(part);
  }
}
