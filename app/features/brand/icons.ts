// The URLs of the site's icons, with their version.

import { versionOf, withVersion } from "../../platform/version.ts";
import { siteInitials } from "../../ui/site/site-initials.ts";
import type { BrandColors } from "./palette.ts";

export type Brand = BrandColors & { site_title: string };

/** Increment it when the icon drawing or the icon files in `public/` change; icon.test.ts checks that. */
export const ICONS_DRAWING = 1;

/** Returns the version of all icons of a brand. */
export const iconsVersion = ({ site_title, brand_color, marker_color }: Brand): string =>
  versionOf(JSON.stringify([ICONS_DRAWING, siteInitials(site_title), brand_color, marker_color]));

/** Returns the URL of an icon. @param address without a version, one of `ICONS` (icon.server.ts) */
export const iconAddress = (address: string, brand: Brand): string =>
  withVersion(address, iconsVersion(brand));
