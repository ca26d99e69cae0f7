import type { Database } from "../../platform/database/database.server.ts";
import { findImages } from "../media/images.server.ts";
import { ownMark } from "../media/own-image.ts";
import { brandOf } from "./brand.ts";
import { loadTexts } from "./texts.server.ts";

/** Largest width, for double pixel density. */
const WIDTH_PX = 320;

/** Image URLs for light and dark backgrounds; `hasName` says whether the image includes the business name. */
export type PanelLogo = { light: string; dark: string; needsPlate: boolean; hasName: boolean };

/**
 * Returns the panel's logo; null if none is set or its image is missing.
 * @param base MEDIA_BASE_URL
 */
export async function readPanelLogo(db: Database, base: string): Promise<PanelLogo | null> {
  const { header } = await loadTexts(db, ["header"]);
  const images = await findImages(db, Object.values(header.brand), base);
  const { logo, logoOnDark, needsPlate, mark } = brandOf(header, images);
  const [light, dark, square] = [logo, logoOnDark, mark].map((image) => ownMark(images, image, WIDTH_PX));
  const either = light ?? dark ?? square;
  if (!either) return null;
  const hasName = header.brand.logo_text === "";
  return { light: light ?? either, dark: dark ?? either, needsPlate, hasName };
}
