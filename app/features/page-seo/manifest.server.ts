// The web app manifest, which phones use when someone adds the site to the home screen.
import { pages } from "../../copy/site/pages.ts";
import { versionOf, withVersion } from "../../platform/version.ts";
import { type Brand, iconAddress } from "../drawn/icons.ts";
import { MANIFEST } from "./manifest-path.ts";
import { THEME_COLOR } from "./meta.ts";
import { withSiteWords } from "./site-words.ts";

const BUILT_IN_ICONS = [
  { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
  { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
  { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
];

export const MANIFEST_ICON_PX = 512;

/**
 * Builds the manifest from the arguments alone, so every page can compute the version in the manifest's URL.
 * @param mark URL of the owner's mark; undefined if there's none
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

/** Returns the manifest's URL with a version. */
export const manifestAddress = (...of: Parameters<typeof manifestOf>): string =>
  withVersion(MANIFEST, versionOf(JSON.stringify(manifestOf(...of))));
