// Rows of uploaded and processed images.
import type { StoredVariant } from "../../app/features/media/media.ts";

type Query = (text: string, values?: unknown[]) => Promise<unknown>;

/** The start of every variant's file name. */
export const HASH8 = "0123abcd";

const SIZES = [320, 480, 640, 960, 1280, 1920];

/** Returns the variants of a file: AVIF and WebP in each width up to its own, and a share image. */
export function variantsOf(width: number, height: number): StoredVariant[] {
  const widths = SIZES.filter((one) => one <= width);
  if (widths.length === 0) widths.push(width);
  const made = widths.flatMap((w) =>
    (["avif", "webp"] as const).map((format) => ({
      ...{ w, h: Math.round((w * height) / width), format },
      ...{ key: `variants/x/${w}.${format}`, bytes: w * 40 },
    })),
  );
  return [...made, { w: 1200, h: 630, format: "jpeg", key: "variants/x/1200.jpg", bytes: 60_000 }];
}

/**
 * Adds an image to the library.
 * @param image.id 12 characters from a-z2-7
 */
export async function addImage(
  query: Query,
  image: {
    id: string;
    alt?: string;
    isDecorative?: boolean;
    focal?: [x: number, y: number];
    width?: number;
    height?: number;
    color?: string;
    variants?: StoredVariant[];
  },
): Promise<void> {
  const { id, alt = "", isDecorative = false, focal = [0.5, 0.5], color = "#c9d3e0" } = image;
  const { width = 4000, height = 3000 } = image;
  const { variants = variantsOf(width, height) } = image;
  await query(
    `with file as (
       insert into media_files (id, media_id, sha256, mime, bytes, width, height, color, original_key, variants, state)
       values (gen_random_uuid(), $1, $2, 'image/jpeg', 3000000, $3, $4, $5, 'originals/x', $6, $7) returning id
     )
     insert into media (id, name, alt, is_decorative, focal_x, focal_y, file_id)
     select $1, 'photo.jpg', $8, $9, $10, $11, id from file`,
    [
      ...[id, HASH8.padEnd(64, "0"), width, height, color, JSON.stringify(variants)],
      ...[variants.length ? "ready" : "new", alt, isDecorative, ...focal],
    ],
  );
}
