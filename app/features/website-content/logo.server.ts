// The owner's logo in the panel: one address each, since nothing there is worth a choice of sizes.
import { BUILT_IN_MARK } from "../../copy/business.ts";
import type { Database } from "../../platform/database.server.ts";
import { ownMark } from "../media/own-picture.ts";
import { findPictures } from "../media/pictures.server.ts";
import { brandOf } from "./brand.ts";
import { loadTexts } from "./texts.server.ts";

/** Where it stands in the panel it is at most so wide, on a screen with two pixels for each of CSS. */
const WIDTH_PX = 320;

/** Addresses of pictures, on a light ground and on a dark one; the same one where the owner chose no other. */
export type PanelLogo = { light: string; dark: string };

/**
 * The logo that the panel shows.
 * @param base MEDIA_BASE_URL
 * @returns null where the owner has chosen none, or nothing of it can be shown
 */
export async function readPanelLogo(db: Database, base: string): Promise<PanelLogo | null> {
  const { header } = await loadTexts(db, ["header"]);
  const { logo, logoOnDark, mark } = brandOf(header);
  const chosen = (image: string) => (image === BUILT_IN_MARK ? mark : image);
  const pictures = await findPictures(db, [chosen(logo), chosen(logoOnDark)], base);
  const [light, dark] = [logo, logoOnDark].map((image) => ownMark(pictures, chosen(image), WIDTH_PX));
  const either = light ?? dark;
  return either ? { light: light ?? either, dark: dark ?? either } : null;
}
