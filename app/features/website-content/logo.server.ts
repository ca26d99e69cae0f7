// The owner's logo in the panel: one address each, since nothing there is worth a choice of sizes.
import type { Database } from "../../platform/database/database.server.ts";
import { ownMark } from "../media/own-picture.ts";
import { findPictures } from "../media/pictures.server.ts";
import { brandOf } from "./brand.ts";
import { loadTexts } from "./texts.server.ts";

/** Where it stands in the panel it is at most so wide, on a screen with two pixels for each of CSS. */
const WIDTH_PX = 320;

/**
 * Addresses of images, on a light background and on a dark one; the same one where the owner chose no other. `hasName`:
 * the owner has said that it includes the name.
 */
export type PanelLogo = { light: string; dark: string; needsPlate: boolean; hasName: boolean };

/**
 * The logo that the panel shows.
 * @param base MEDIA_BASE_URL
 * @returns null where the owner has chosen none, or nothing of it can be shown
 */
export async function readPanelLogo(db: Database, base: string): Promise<PanelLogo | null> {
  const { header } = await loadTexts(db, ["header"]);
  const pictures = await findPictures(db, Object.values(header.brand), base);
  const { logo, logoOnDark, needsPlate, mark } = brandOf(header, pictures);
  const [light, dark, square] = [logo, logoOnDark, mark].map((image) => ownMark(pictures, image, WIDTH_PX));
  const either = light ?? dark ?? square;
  if (!either) return null;
  const hasName = header.brand.logo_text === "";
  return { light: light ?? either, dark: dark ?? either, needsPlate, hasName };
}
