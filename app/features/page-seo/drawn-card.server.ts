// A share image uses only the settings and its page's own data, so the page can compute the image's version.
import { versionOf, withVersion } from "../../platform/version.ts";
import type { Brand } from "../drawn/icons.ts";
import { rootStyle } from "../drawn/palette.ts";
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

/** Returns a hash of a share image's content and design. */
export const cardVersion = (card: ShareCard): string => versionOf(shareImageName(card));

/** Returns the absolute URL of a page's share image. */
export const cardUrl = (site: CardSite, path: string, words: CardWords): string =>
  withVersion(shareImageUrl(site.siteUrl + path), cardVersion(cardOf(site, words)));

type Titled = { title: string };

/**
 * Returns a share image's content for a page without a record.
 * @param texts the page's texts, including its main heading
 */
export function pageWords(path: string, texts: { hero?: Titled } | { content?: Titled }): CardWords {
  const { title = "" } = ("hero" in texts ? texts.hero : "content" in texts ? texts.content : null) ?? {};
  return { title, trail: path.split("/").filter(Boolean) };
}

/**
 * Returns a share image's content for a record.
 * @param of.kind an industry or category
 */
export const recordWords = (section: string, of: { title: string; kind: string }): CardWords => ({
  title: of.title,
  trail: [section, of.kind].filter(Boolean),
});
