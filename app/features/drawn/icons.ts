import { versionOf, withVersion } from "../../platform/version.ts";
import { siteInitials } from "../../ui/site/site-initials.ts";
import type { BrandColors } from "./palette.ts";

export type Brand = BrandColors & { site_title: string };

/** Increment when an icon changes; checked by icon.test.ts. */
export const ICONS_DRAWING = 1;

/** Returns the version of a brand's icons. */
export const iconsVersion = ({ site_title, brand_color, marker_color }: Brand): string =>
  versionOf(JSON.stringify([ICONS_DRAWING, siteInitials(site_title), brand_color, marker_color]));

/**
 * Returns an icon's versioned URL.
 * @param address a path in `ICONS` (icon.server.ts)
 */
export const iconAddress = (address: string, brand: Brand): string =>
  withVersion(address, iconsVersion(brand));
