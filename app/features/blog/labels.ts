import { META_LABELS } from "../../copy/panel/meta-labels.ts";
import type { BlogPostInput } from "./rules.ts";

/** What the form of a post calls its fields. */
export const POST_LABELS: Record<keyof BlogPostInput, string> = {
  title: "Title",
  slug: "Slug",
  excerpt: "Excerpt",
  content: "Content",
  author: "Author",
  category: "Category",
  featured_image: "Featured image",
  ...META_LABELS,
  published: "Published",
};
