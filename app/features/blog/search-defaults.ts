import { withSiteName } from "../../copy/site/site-name.ts";
import { firstSentences } from "./first-sentences.ts";

type Post = Record<"title" | "excerpt" | "content" | "category", string>;

/**
 * Returns defaults for a post's empty SEO fields.
 * @param site its `keywords` are those of the blog page
 */
export const postSearchDefaults = (
  { title, excerpt, content, category }: Post,
  site: { siteTitle: string; siteDescription?: string; keywords: string },
) => ({
  title: withSiteName(title, site.siteTitle),
  description: excerpt || firstSentences(content) || (site.siteDescription ?? ""),
  keywords: [category, site.keywords].filter(Boolean).join(", "),
});
