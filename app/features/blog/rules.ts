// Validation of blog posts (SPEC 5).
import { z } from "zod";
import { DEFAULT_AUTHOR, DEFAULT_CATEGORY } from "../../copy/business.ts";
import { textOf } from "../../platform/text/plain-text.ts";
import {
  imageUrl,
  optionalText,
  requiredText,
  searchRules,
  withSlug,
} from "../../platform/text/text-rules.ts";

const CONTENT_MAX = 500_000;
export const NO_CONTENT = "Write something first.";

/** Returns whether HTML has text, an image, a table or a horizontal line. */
export const hasContent = (html: string) => /<(img|table|hr)\b/i.test(html) || textOf(html) !== "";

/**
 * A blog post as posted by the panel. Empty fields get defaults (SPEC 5, 9; decision 0035.20). `published` is
 * undefined if the form has no switch (decision 0035.21).
 */
export const blogPost = z
  .object({
    title: requiredText(200, "Enter a title."),
    slug: optionalText(200),
    excerpt: optionalText(1_000),
    content: requiredText(CONTENT_MAX, NO_CONTENT).refine(
      (html) => html === "" || hasContent(html),
      NO_CONTENT,
    ),
    author: optionalText(100).transform((value) => value || DEFAULT_AUTHOR),
    category: optionalText(100).transform((value) => value || DEFAULT_CATEGORY),
    featured_image: imageUrl,
    ...searchRules,
    featured: z.stringbool().optional(),
    published: z.stringbool().optional(),
  })
  .transform(withSlug);

export type BlogPostInput = z.output<typeof blogPost>;

/** SPEC 5: the panel says "Please fill in title and content" if either is missing. */
export const REQUIRED_FIELDS = ["title", "content"] as const;
