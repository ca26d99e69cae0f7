import { z } from "zod";
import { slugify } from "./slug.ts";

// The panel's policy forbids eval, and Zod's probe for it would be reported as a violation in every console.
z.config({ jitless: true });

/** Control characters may be pasted. A database text can't hold NUL, and pages have no use for the others. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

const clean = (value: string) => value.replace(CONTROL, "").trim();
const tooLong = (max: number) => `Shorten this to ${max.toLocaleString("en-US")} characters or fewer.`;

/** Returns the rule for a trimmed text of at most `max` characters. */
export const text = (max: number) => z.string().overwrite(clean).max(max, tooLong(max));

/** Returns the rule for a text that may be empty. */
export const optionalText = (max: number) => text(max).default("");

/**
 * Returns the rule for a text that must contain more than spaces.
 * @param missing the message if it is empty
 */
export const requiredText = (max: number, missing: string) =>
  z.string({ error: missing }).overwrite(clean).min(1, missing).max(max, tooLong(max));

/**
 * Returns whether the site's pages can show the image: their policy allows images from the site itself and over https.
 */
export const isImageUrl = (value: string) =>
  value === "" || /^\/(?![/\\])\S*$/.test(value) || (/^https:\/\/[^\s/]/i.test(value) && URL.canParse(value));

/** The rule for an optional image URL. */
export const imageUrl = text(2_000)
  .refine(isImageUrl, "Use a URL that starts with https://, or with / for an image on this site.")
  .default("");

/** Fills in an empty slug from the title (SPEC 5, decision 0035.20). */
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

/** A URL without credentials or a fragment. */
const WEB_URL = /^https?:\/\/[^\s/?#@\\]+(?:[/?][^\s#\\]*)?$/i;
const SITE_PATH = /^\/(?![/\\])[^\s#\\]*$/;

const canonicalUrl = text(2_000)
  .refine(
    (value) => value === "" || SITE_PATH.test(value) || (WEB_URL.test(value) && URL.canParse(value)),
    "Use a URL that starts with https://, or with / for a page on this site.",
  )
  .default("");

/**
 * The rules for what search engines and networks get of a record's page or any other; the form shows how much of the
 * texts they display. A switch that the form doesn't include stays as it is (decision 0035.21).
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
