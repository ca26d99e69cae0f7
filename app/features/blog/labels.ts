import { META_LABELS } from "../../copy/panel/meta-labels.ts";
import type { BlogPostInput } from "./rules.ts";

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
