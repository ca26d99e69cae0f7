// What pages for visitors read of the owner's pictures.
import { and, eq, inArray, isNull } from "drizzle-orm";
import type { RouterContextProvider } from "react-router";
import type { Database } from "../../platform/database/database.server.ts";
import { configContext, isAnsweringFault, previewBy, visitorDb } from "../../platform/http/context.server.ts";
import { pictureIdsIn } from "../../platform/text/picture.ts";
import { type Picture, type StoredVariant, variantPath } from "./media.ts";
import { media, media_files } from "./table.server.ts";

/** The pictures of a page by their ids; one that is gone is not there. */
export type FoundPictures = ReadonlyMap<string, ShownOnPage>;
type ShownOnPage = Omit<Picture, "id" | "credit"> & { still?: string };

const NONE: FoundPictures = new Map();

/**
 * The owner's pictures that some texts name, in one query; without any in them the database is not asked.
 * @param texts addresses, HTML, or anything else that may hold a `/media/<id>`
 * @param base MEDIA_BASE_URL, without a closing slash; empty for the site itself
 */
export async function findPictures(db: Database, texts: Iterable<string>, base = ""): Promise<FoundPictures> {
  const ids = new Set<string>();
  for (const text of texts) for (const id of pictureIdsIn(text)) ids.add(id);
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
      // The widest, as there is no telling how wide it is shown.
      const still = stored.filter(({ format }) => format === "still").sort((a, b) => b.w - a.w)[0];
      const picture = { ...row, variants, share: share ? pathOf(share) : null };
      return [id, still ? { ...picture, still: pathOf(still) } : picture] as const;
    }),
  );
}

/** The owner's pictures that some data of a page names, as `findPictures`; while a fault is answered there are none. */
export async function picturesIn(
  context: Readonly<RouterContextProvider>,
  shown: unknown,
): Promise<FoundPictures> {
  if (context.get(isAnsweringFault)) return NONE;
  const texts = [...textsIn(shown)];
  const found = await findPictures(context.get(visitorDb), texts, context.get(configContext).mediaBaseUrl);
  const by = context.get(previewBy);
  // A page of the past says how many of its pictures are not there any more.
  if (by && typeof by === "object")
    for (const id of texts.flatMap(pictureIdsIn)) if (!found.has(id)) by.gone.add(id);
  return found;
}

/** Every text in a page's data that may name a picture. */
function* textsIn(data: unknown): Generator<string> {
  if (typeof data === "string") {
    if (data.includes("/media/")) yield data;
  } else if (typeof data === "object" && data !== null) {
    for (const part of Object.values(data)) yield* textsIn(part);
  }
}
