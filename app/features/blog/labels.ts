import { PINNED_LABEL, SEARCH_LABELS } from "../../copy/panel/search-fields.ts";
import type { BlogPostInput } from "./rules.ts";

export const POST_LABELS: Record<keyof BlogPostInput, string> = {
  title: "Title",
  slug: "Slug",
  excerpt: "Excerpt",
  content: "Content",
  author: "Author",
  category: "Category",
  featured_image: "Featured image",
  ...SEARCH_LABELS,
  featured: PINNED_LABEL,
  published: "Published",
};
