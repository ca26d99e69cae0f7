import type { MetaDescriptor } from "react-router";
import { messages } from "../../copy/messages.ts";
import { structuredData, type Thing, withImage, withoutPages } from "./structured-data.ts";

export type Head = {
  title: string;
  description: string;
  keywords: string;
  isIndexable: boolean;
  isFollowable: boolean;
  /** absolute; null for pages without a URL, such as a 404 */
  canonical: string | null;
  siteTitle: string;
  type?: "website" | "article";
  /** absolute URL of the generated share image, with its version */
  drawn: string;
  /** the page's own share image, 1200 by 630 pixels unless `isOfAnySize` */
  share?: { url: string; alt: string; isOfAnySize?: boolean } | null;
  /** absolute URL of the image for search engines; records have theirs in structured data */
  image?: string;
  /** absolute URLs of pages hidden from search engines */
  hidden: readonly string[];
};

/** The top bar's color, which browsers also use for their own interface. */
export const THEME_COLOR = "#0a0f1e";

/**
 * Builds a page's head (SPEC 2: title, description, keywords, robots, social-sharing tags, canonical).
 * @param head undefined for an error page
 * @param things structured data, which hidden pages don't get
 */
export function pageMeta(head: Head | undefined, ...things: Thing[]): MetaDescriptor[] {
  if (!head) return [{ title: messages.outage.title }, { name: "robots", content: "noindex, follow" }];
  const { title, description, canonical } = head;
  const brand = ` | ${head.siteTitle}`;
  const unbranded = title.endsWith(brand) ? title.slice(0, -brand.length) : title;
  const robots = `${head.isIndexable ? "index" : "noindex"}, ${head.isFollowable ? "follow" : "nofollow"}`;
  const named: MetaDescriptor[] = [
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
  // An empty description is worse than none: some readers show it.
  const tags = named.filter((tag) => !("content" in tag) || tag.content !== "");
  const all = canonical && head.image ? withImage(things, canonical, head.image) : things;
  if (head.isIndexable && all.length) tags.push(structuredData(...withoutPages(all, head.hidden)));
  if (!canonical) return tags;
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
