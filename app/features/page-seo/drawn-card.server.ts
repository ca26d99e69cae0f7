// Which card is drawn for a page: known from what the page itself reads, so that it names the card with its version.
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

/** The version of a card: that of all that it shows, and of how it is drawn. */
export const cardVersion = (card: ShareCard): string => versionOf(shareImageName(card));

/** The absolute address of a page's card. @param path the page's own, from the root */
export const cardUrl = (site: CardSite, path: string, words: CardWords): string =>
  withVersion(shareImageUrl(site.siteUrl + path), cardVersion(cardOf(site, words)));

type Titled = { title: string };

/**
 * What the card of a page says that is no record's.
 * @param texts the page's: its main heading is in one of two places
 */
export function pageWords(path: string, texts: { hero?: Titled } | { content?: Titled }): CardWords {
  const { title = "" } = ("hero" in texts ? texts.hero : "content" in texts ? texts.content : null) ?? {};
  return { title, trail: path.split("/").filter(Boolean) };
}

/** What the card of a record says. @param of.kind its industry or category */
export const recordWords = (section: string, of: { title: string; kind: string }): CardWords => ({
  title: of.title,
  trail: [section, of.kind].filter(Boolean),
});
