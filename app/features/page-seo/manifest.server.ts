// What a phone shows that keeps the site on its home screen (W3C, Web Application Manifest).
import { pages } from "../../copy/site/pages.ts";
import { versionOf, withVersion } from "../../platform/version.ts";
import { type Brand, iconAddress } from "../brand/icons.ts";
import { MANIFEST } from "./manifest-path.ts";
import { THEME_COLOR } from "./meta.ts";
import { withSiteWords } from "./site-words.ts";

const BUILT_IN_ICONS = [
  { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
  { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
  { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
];

/** As large as the owner's mark is named in it. */
export const MANIFEST_ICON_PX = 512;

/**
 * The manifest of a site: nothing but its settings and its mark, so that each page knows its version.
 * @param mark address of the owner's own mark; undefined where icons are drawn
 */
export function manifestOf(settings: Brand & { site_description?: string }, mark: string | undefined) {
  const { site_title } = settings;
  return {
    name: site_title,
    short_name: site_title,
    description: withSiteWords("home", pages.home.seo, settings).meta_description,
    lang: "en-US",
    start_url: "/",
    scope: "/",
    display: "browser",
    background_color: "#f6f7f4",
    theme_color: THEME_COLOR,
    icons:
      mark === undefined
        ? BUILT_IN_ICONS.map((icon) => ({ ...icon, src: iconAddress(icon.src, settings) }))
        : [{ src: mark, sizes: "any" }],
  };
}

/** The address of a manifest, with the version of its text. */
export const manifestAddress = (...of: Parameters<typeof manifestOf>): string =>
  withVersion(MANIFEST, versionOf(JSON.stringify(manifestOf(...of))));
