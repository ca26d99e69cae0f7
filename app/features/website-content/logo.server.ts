// The owner's logo in the panel. One URL each: at this size, offering several sizes isn't worth it.
import type { Database } from "../../platform/database/database.server.ts";
import { findImages } from "../media/images.server.ts";
import { ownMark } from "../media/own-image.ts";
import { brandOf } from "./brand.ts";
import { loadTexts } from "./texts.server.ts";

/** The widest it gets in the panel, on a screen with two device pixels per CSS pixel. */
const WIDTH_PX = 320;

/**
 * Image URLs for light and dark backgrounds; both are the same if the owner chose only one. `hasName` means the owner
 * has indicated that the image includes the name.
 */
export type PanelLogo = { light: string; dark: string; needsPlate: boolean; hasName: boolean };

/**
 * Returns the logo to show in the panel; null if the owner has chosen none or none can be shown.
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
