import { z } from "zod";
import { slugify } from "./slug.ts";

// The panel's policy forbids eval, and Zod's test for it would log a violation in every console.
z.config({ jitless: true });

/** Pasted control characters. PostgreSQL can't store NUL, and pages don't need the others. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Matches text that shows something: not only spaces, formatting characters and fillers without a glyph. */
export const VISIBLE = /[^\s\p{Cf}\u115f\u1160\u2800\u3164\uffa0]/u;

const clean = (value: string) => value.replace(CONTROL, "").trim();
const tooLong = (max: number) => `Shorten this to ${max.toLocaleString("en-US")} characters or fewer.`;

/** Returns the rule for a trimmed text of at most `max` characters. */
export const text = (max: number) => z.string().overwrite(clean).max(max, tooLong(max));

export const optionalText = (max: number) => text(max).default("");

/**
 * Returns the rule for a text that must not be blank.
 * @param missing error message
 */
export const requiredText = (max: number, missing: string) =>
  z.string({ error: missing }).overwrite(clean).regex(VISIBLE, missing).max(max, tooLong(max));

/** Returns whether pages can show an image from a URL. Their policy allows this site and https. */
export const isImageUrl = (value: string) =>
  value === "" || /^\/(?![/\\])\S*$/.test(value) || (/^https:\/\/[^\s/]/i.test(value) && URL.canParse(value));

export const imageUrl = text(2_000)
  .refine(isImageUrl, "Use a URL that starts with https://, or with / for an image on this site.")
  .default("");

/** Normalizes a slug, or derives it from the title if it's empty (SPEC 5, decision 0035.20). */
export function withSlug<Input extends { title: string; slug: string }>(
  input: Input,
  context: z.RefinementCtx,
): Input {
  const slug = slugify(input.slug || input.title);
  if (slug) return { ...input, slug };
  context.addIssue({
    code: "custom",
    path: ["slug"],
    message: "This can't be used as a slug. Use the letters a to z, digits and hyphens.",
  });
  return z.NEVER;
}

/** Without credentials or a fragment. */
const WEB_URL = /^https?:\/\/[^\s/?#@\\]+(?:[/?][^\s#\\]*)?$/i;
const SITE_PATH = /^\/(?![/\\])[^\s#\\]*$/;

const canonicalUrl = text(2_000)
  .refine(
    (value) => value === "" || SITE_PATH.test(value) || (WEB_URL.test(value) && URL.canParse(value)),
    "Use a URL that starts with https://, or with / for a page on this site.",
  )
  .default("");

/**
 * Validates a page's SEO fields. Texts may be longer than search engines display. A missing switch stays
 * unchanged (decision 0035.21).
 */
export const searchRules = {
  meta_title: optionalText(500),
  meta_description: optionalText(2_000),
  meta_keywords: optionalText(2_000),
  canonical_url: canonicalUrl,
  share_image: imageUrl,
  is_indexable: z.stringbool().optional(),
  is_followable: z.stringbool().optional(),
};
