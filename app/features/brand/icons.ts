// The addresses of the site's icons, with their version.

import { versionOf, withVersion } from "../../platform/version.ts";
import { siteInitials } from "../../ui/site/site-initials.ts";
import type { BrandColors } from "./palette.ts";

export type Brand = BrandColors & { site_title: string };

/** Counts up with each change of how icons are drawn, and of their files in `public/`: icon.test.ts tells. */
export const ICONS_DRAWING = 1;

/** The version of all icons of a brand. */
export const iconsVersion = ({ site_title, brand_color, marker_color }: Brand): string =>
  versionOf(JSON.stringify([ICONS_DRAWING, siteInitials(site_title), brand_color, marker_color]));

/** The address of an icon. @param address without a version, one of `ICONS` (icon.server.ts) */
export const iconAddress = (address: string, brand: Brand): string =>
  withVersion(address, iconsVersion(brand));
