// A page's head for search engines and social networks.
import type { MetaDescriptor } from "react-router";
import { messages } from "../../copy/messages.ts";
import { structuredData, type Thing, withImage, withoutPages } from "./structured-data.ts";

export type Head = {
  title: string;
  description: string;
  keywords: string;
  isIndexable: boolean;
  isFollowable: boolean;
  /** canonical absolute URL without stray query keys; null for pages without one, such as a 404 */
  canonical: string | null;
  siteTitle: string;
  type?: "website" | "article";
  /** the absolute URL of its generated share image, with its version */
  drawn: string;
  /**
   * the page's own share image at an absolute URL, a JPEG of 1200 by 630 pixels unless `isOfAnySize`; absent if one is
   * generated
   */
  share?: { url: string; alt: string; isOfAnySize?: boolean } | null;
  /** the absolute URL of the image that search engines should show; a record's is in its own data */
  image?: string;
  /** absolute URLs of pages hidden from search engines */
  hidden: readonly string[];
};

/** The color of the top bar, which browsers use for their own interface. */
export const THEME_COLOR = "#0a0f1e";

/**
 * Builds a page's head (SPEC 2: title, description, keywords, robots, social-sharing tags, canonical).
 * @param head undefined if the loader threw: an error page has a title too, and isn't indexed
 * @param things the page's structured data; a hidden page has none, and no page has any about a hidden one
 */
export function pageMeta(head: Head | undefined, ...things: Thing[]): MetaDescriptor[] {
  if (!head) return [{ title: messages.outage.title }, { name: "robots", content: "noindex, follow" }];
  const { title, description, canonical } = head;
  // og:site_name has the site's name.
  const brand = ` | ${head.siteTitle}`;
  const unbranded = title.endsWith(brand) ? title.slice(0, -brand.length) : title;
  const robots = `${head.isIndexable ? "index" : "noindex"}, ${head.isFollowable ? "follow" : "nofollow"}`;
  const tags: MetaDescriptor[] = [
    { title },
    { name: "description", content: description },
    { name: "keywords", content: head.keywords },
    { name: "robots", content: robots },
    { name: "theme-color", content: THEME_COLOR },
    { property: "og:type", content: head.type ?? "website" },
    { property: "og:site_name", content: head.siteTitle },
    { property: "og:locale", content: "en_US" },
    { property: "og:title", content: unbranded },
    { property: "og:description", content: description },
    { name: "twitter:card", content: canonical ? "summary_large_image" : "summary" },
    { name: "twitter:title", content: unbranded },
    { name: "twitter:description", content: description },
  ];
  const all = canonical && head.image ? withImage(things, canonical, head.image) : things;
  if (head.isIndexable && all.length) tags.push(structuredData(...withoutPages(all, head.hidden)));
  if (!canonical) return tags;
  // Every page with a URL has a share image, 1200 by 630 (endpoints/share-image.ts).
  const image = head.share?.url ?? head.drawn;
  const alt = head.share?.alt || title;
  return [
    ...tags,
    { tagName: "link", rel: "canonical", href: canonical },
    { property: "og:url", content: canonical },
    { property: "og:image", content: image },
    ...(head.share?.isOfAnySize
      ? []
      : [
          { property: "og:image:type", content: head.share ? "image/jpeg" : "image/png" },
          { property: "og:image:width", content: "1200" },
          { property: "og:image:height", content: "630" },
        ]),
    { property: "og:image:alt", content: alt },
    { name: "twitter:image", content: image },
    { name: "twitter:image:alt", content: alt },
  ];
}
