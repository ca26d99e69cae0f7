import { DEFAULT_AUTHOR, DEFAULT_CATEGORY } from "../../copy/business.ts";
import { messages } from "../../copy/messages.ts";
import { textOf } from "../../platform/text/plain-text.ts";
import { optionalText, requiredText, withSlug } from "../../platform/text/text-rules.ts";
import { computedText, html, image, pinned, plain, published, searchFields, text } from "../fields/fields.ts";
import { kind } from "../fields/kind.ts";

const CONTENT_MAX = 500_000;
const NO_CONTENT = "Write something first.";

/** Returns whether HTML has text, an image, a table or a horizontal line. */
const hasContent = (html: string) => /<(img|table|hr)\b/i.test(html) || textOf(html) !== "";

/** Blog posts (SPEC 5). Empty fields get defaults (SPEC 9, decision 0035.20). */
export const blogPost = kind({
  ...{ name: "blog-posts", noun: "post", form: "blog-post", words: messages.blogPost },
  fields: {
    title: text("Title", requiredText(200, "Enter a title.")),
    slug: plain("Slug", optionalText(200)),
    excerpt: text("Excerpt", optionalText(1_000)),
    content: html(
      "Content",
      requiredText(CONTENT_MAX, NO_CONTENT).refine((html) => html === "" || hasContent(html), NO_CONTENT),
      "the content",
    ),
    author: {
      ...computedText(
        "Author",
        optionalText(100).transform((value) => value || DEFAULT_AUTHOR),
      ),
      // The default author means the site itself, so it isn't the owner's text.
      posted: (stored) => (stored === DEFAULT_AUTHOR ? "" : String(stored)),
    },
    category: computedText(
      "Category",
      optionalText(100).transform((value) => value || DEFAULT_CATEGORY),
    ),
    featured_image: image("Featured image"),
    ...searchFields,
    ...pinned,
    ...published,
  },
  // SPEC 5: "Please fill in title and content".
  required: ["title", "content"],
  complete: withSlug,
});
