// Determines a page's share image from what the page itself reads, so its URL contains the version.
import { versionOf, withVersion } from "../../platform/version.ts";
import type { Brand } from "../brand/icons.ts";
import { rootStyle } from "../brand/palette.ts";
import type { ShareCard } from "./share-card.server.ts";
import { shareImageName } from "./share-image.server.ts";
import { shareImageUrl } from "./share-image-url.ts";

export type CardSite = { siteUrl: string; settings: Brand; hasOwnMark: boolean };
export type CardWords = Pick<ShareCard, "title" | "trail">;

export function cardOf({ siteUrl, settings, hasOwnMark }: CardSite, words: CardWords): ShareCard {
  const { site_title: siteName, brand_color, marker_color } = settings;
  const own = { brand_color, marker_color };
  const host = new URL(siteUrl).host;
  return {
    ...{ siteName, host, ...words },
    hasOwnMark: hasOwnMark || undefined,
    colors: rootStyle(own) && own,
  };
}

/** Returns a share image's version: a hash of what it shows and how it's drawn. */
export const cardVersion = (card: ShareCard): string => versionOf(shareImageName(card));

/**
 * Returns the absolute URL of a page's share image.
 * @param path the page's, from the root
 */
export const cardUrl = (site: CardSite, path: string, words: CardWords): string =>
  withVersion(shareImageUrl(site.siteUrl + path), cardVersion(cardOf(site, words)));

type Titled = { title: string };

/**
 * Returns the content of the share image of a page that isn't a record's.
 * @param texts the page's; its main heading is under one of two keys
 */
export function pageWords(path: string, texts: { hero?: Titled } | { content?: Titled }): CardWords {
  const { title = "" } = ("hero" in texts ? texts.hero : "content" in texts ? texts.content : null) ?? {};
  return { title, trail: path.split("/").filter(Boolean) };
}

/**
 * Returns the content of a record's share image.
 * @param of.kind its industry or category
 */
export const recordWords = (section: string, of: { title: string; kind: string }): CardWords => ({
  title: of.title,
  trail: [section, of.kind].filter(Boolean),
});
