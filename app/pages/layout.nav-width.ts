// From which width of the window on the whole navigation fits beside the logo and the button.
import { textWidth } from "../features/page-seo/pixel-width.ts";
import type { Texts } from "../features/website-content/built-in.ts";

/** The site's typeface in its bold weights is about this much wider than the table's. */
const BOLD = 1.07;
const LINK_PX = 15;
const LINK_PADDING_PX = 24 + 2;
const DROPDOWN_TOGGLE_PX = 16;
const BUTTON_PADDING_PX = 36;
const DRAWN_LOGO_PX = 212;
/** The mark and its distance from a name that is set in type; the name breaks into two lines at this width. */
const MARK_PX = 50;
const NAME_MAX_PX = 220;
const NAME_PX = 24;
const GAPS_PX = 40;
/** What is between the margins in a window of 70rem and, from 80rem on, in any. */
const ROOM_PX = { 70: 1040, 80: 1200 };

/**
 * Chooses where the navigation gives way to the menu button, since the owner decides how many links there are and
 * how long they and the name are.
 * @returns undefined where it fits from 70rem on, "wide" where it takes 80rem, "none" where it fits no window
 */
export function navWidth({ brand, navigation, cta }: Texts<"header">): "wide" | "none" | undefined {
  const bold = (text: string, size: number) => textWidth(text, size) * BOLD;
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
