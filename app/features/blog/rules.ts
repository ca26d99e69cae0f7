// What may be written to a blog post (SPEC 5): the same rules decide on the server and in the panel.
import { z } from "zod";
import { DEFAULT_AUTHOR, DEFAULT_CATEGORY } from "../../copy/business.ts";
import { textOf } from "../../platform/text/plain-text.ts";
import { imageUrl, metaRules, optionalText, requiredText, withSlug } from "../../platform/text/text-rules.ts";

const CONTENT_MAX = 500_000;
export const NO_CONTENT = "Write something first.";

/** Whether a reader sees anything of it: words, a picture, a table. */
export const hasContent = (html: string) => /<(img|table|hr)\b/i.test(html) || textOf(html) !== "";

/**
 * A blog post as the panel's form posts it. The slug comes from the title where it is empty (SPEC 5, decision 0035.20);
 * an empty author or category takes the default (SPEC 9). `published` is undefined where the form did not mention it:
 * then a new post is published and an old one stays as it is (decision 0035.21).
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
    ...metaRules,
    published: z.stringbool().optional(),
  })
  .transform(withSlug);

export type BlogPostInput = z.output<typeof blogPost>;

/** SPEC 5: without these two the panel says "Please fill in title and content". */
export const REQUIRED_FIELDS = ["title", "content"] as const;
