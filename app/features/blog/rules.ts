// Validation rules of blog posts (SPEC 5), shared by the server and the panel.
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

/** Returns whether HTML has visible content: text, an image or a table. */
export const hasContent = (html: string) => /<(img|table|hr)\b/i.test(html) || textOf(html) !== "";

/**
 * A blog post as the panel's form posts it. An empty slug is generated from the title (SPEC 5, decision 0035.20), and
 * an empty author or category gets the default (SPEC 9). `published` is undefined if the form doesn't include it: a new
 * post is then published and an existing one stays as it is (decision 0035.21).
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

/** SPEC 5: if either is missing, the panel says "Please fill in title and content". */
export const REQUIRED_FIELDS = ["title", "content"] as const;
