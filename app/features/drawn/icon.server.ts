// Draws the site's icon: the initials of the site's title on the main color, underlined in the marker color. The
// built-in title has its own mark.
import { siteInitials } from "../../ui/site/site-initials.ts";
import type { Brand } from "./icons.ts";
import { characters, line, type Style, widthOf } from "./lettering.server.ts";
import { inBrandColors } from "./palette.ts";

const TILE = '<rect width="40" height="40" rx="10" fill="#2442e8"/>';
const BLEED = '<rect width="40" height="40" fill="#2442e8"/>';
const BUILT_IN_TILE = TILE.replace("#2442e8", "#0a0f1e");
const BUILT_IN_BLEED = BLEED.replace("#2442e8", "#0a0f1e");
const BUILT_IN_MARK =
  '<path d="M8.5 30.6H31.5" stroke="#ffffff" stroke-width="4.6" stroke-linecap="round"/><path d="M9.6 30.2 18 22.4l4.6 2.2L30 13" fill="none" stroke="#ffffff" stroke-width="4.6" stroke-linecap="round" stroke-linejoin="round"/><rect x="6" y="6.6" width="28" height="7.6" rx="2.4" fill="#e2f54b"/>';
const MARKER = '<rect x="7" y="28.6" width="26" height="5" rx="1.6" fill="#e2f54b"/>';

/** `tile` has rounded corners, `bleed` fills the square, and `maskable` leaves a margin for round crops. */
type IconShape = "tile" | "bleed" | "maskable";

/** Returns the icon as SVG elements, 40 × 40 units. */
export function markParts(brand: Brand, shape: IconShape = "tile"): string {
  const initials = siteInitials(brand.site_title);
  const isTile = shape === "tile";
  const [tile, bleed, mark] =
    initials === null
      ? [BUILT_IN_TILE, BUILT_IN_BLEED, BUILT_IN_MARK]
      : [TILE, BLEED, MARKER + lettersOf(initials)];
  const inside = shape === "maskable" ? `<g transform="translate(6 6) scale(.7)">${mark}</g>` : mark;
  return inBrandColors((isTile ? tile : bleed) + inside, brand);
}

/** Returns the icon as an SVG document. */
export const markSvg = (brand: Brand, shape?: IconShape): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="40" height="40">${markParts(brand, shape)}</svg>`;

function lettersOf(initials: string): string {
  const isOne = Array.from(characters.segment(initials)).length < 2;
  const style: Style = { weight: "800", size: isOne ? 25 : 20, tracking: isOne ? 0 : -0.6 };
  const x = Math.round((20 - widthOf(initials, style) / 2) * 100) / 100;
  return line(initials, x, isOne ? 25.6 : 24.4, style, "#ffffff");
}

/** Icon files by path. The build contains the built-in versions. */
export const ICONS: Record<string, { type: string; side?: number; shape: IconShape }> = {
  "/favicon.svg": { type: "image/svg+xml; charset=utf-8", shape: "tile" },
  "/mark.svg": { type: "image/svg+xml; charset=utf-8", shape: "tile" },
  "/favicon.ico": { type: "image/x-icon", side: 32, shape: "tile" },
  "/apple-touch-icon.png": { type: "image/png", side: 180, shape: "bleed" },
  "/icon-192.png": { type: "image/png", side: 192, shape: "tile" },
  "/icon-512.png": { type: "image/png", side: 512, shape: "tile" },
  "/icon-maskable-512.png": { type: "image/png", side: 512, shape: "maskable" },
};

/** Renders the icon at this path in the owner's colors. */
export async function renderIcon(address: string, brand: Brand): Promise<Buffer> {
  const { side, shape, type } = ICONS[address]!;
  const svg = Buffer.from(markSvg(brand, shape));
  if (side === undefined) return svg;
  // Sharp takes 20 MB of memory and is only needed for custom names and colors.
  const { default: sharp } = await import("sharp");
  const png = await sharp(svg, { density: (72 * side) / 40 })
    .resize(side, side)
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();
  return type === "image/x-icon" ? asIco(png, side) : png;
}

/** Wraps a PNG in an ICO file. */
function asIco(png: Buffer, side: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(side, 6);
  head.writeUInt8(side, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
