import type { PageSeoInput } from "./rules.ts";

/** What the form of a page's SEO calls its fields. */
export const SEO_LABELS: Record<keyof PageSeoInput, string> = {
  meta_title: "Meta title",
  meta_description: "Meta description",
  meta_keywords: "Meta keywords",
  share_image: "Picture for shared links",
  is_indexable: "Search engines may list this page",
  is_followable: "Search engines may follow its links",
};
