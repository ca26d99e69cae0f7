// Calculates the window width at which the whole navigation fits next to the logo and button.
import { unmarkedWords } from "../../platform/text/edit-mark.ts";
import { textWidth } from "../../platform/text/pixel-width.ts";
import type { Texts } from "./built-in.ts";

/** Bold text is this many times as wide as `textWidth` returns. */
const BOLD = 1.07;
const LINK_PX = 15;
const LINK_PADDING_PX = 24 + 2;
const DROPDOWN_TOGGLE_PX = 16;
const BUTTON_PADDING_PX = 36;
const DRAWN_LOGO_PX = 212;
/** Width of the mark with its gap, and the width at which a typed name wraps. */
const MARK_PX = 50;
const NAME_MAX_PX = 220;
const NAME_PX = 24;
const GAPS_PX = 40;
/** Width between the margins, by window width in rem. */
const ROOM_PX = { 70: 1040, 80: 1200 };

/**
 * Returns how wide the window must be to show the navigation instead of the menu button. Depends on the
 * lengths of the name, links and button.
 * @returns undefined if the navigation fits 70rem, "wide" if it needs 80rem, "none" if it never fits
 */
export function navWidth({ brand, navigation, cta }: Texts<"header">): "wide" | "none" | undefined {
  // The page editor's marks take no room.
  const bold = (text: string, size: number) => textWidth(unmarkedWords(text), size) * BOLD;
  const name = Math.min(NAME_MAX_PX, bold(brand.logo_text, NAME_PX));
  const links = navigation.items.reduce((sum, { label }) => sum + bold(label, LINK_PX) + LINK_PADDING_PX, 0);
  const needed =
    Math.max(DRAWN_LOGO_PX, MARK_PX + name) +
    links +
    DROPDOWN_TOGGLE_PX +
    bold(cta.label, LINK_PX) +
    BUTTON_PADDING_PX +
    GAPS_PX;
  if (needed <= ROOM_PX[70]) return undefined;
  return needed <= ROOM_PX[80] ? "wide" : "none";
}
