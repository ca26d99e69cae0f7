import { z } from "zod";
import { slugify } from "./slug.ts";

// The panel's policy forbids eval: Zod's probe for it would be reported as a violation in every console.
z.config({ jitless: true });

/** Whatever was pasted, a database text cannot hold the character NUL; no page has a use for the others either. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

const clean = (value: string) => value.replace(CONTROL, "").trim();
const tooLong = (max: number) => `Shorten this to ${max.toLocaleString("en-US")} characters or fewer.`;

/**
 * A text, trimmed.
 * @param max characters at most
 */
export const text = (max: number) => z.string().overwrite(clean).max(max, tooLong(max));

/** A text that may be left empty. */
export const optionalText = (max: number) => text(max).default("");

/**
 * A text that must hold something besides spaces.
 * @param missing what to say where it is empty
 */
export const requiredText = (max: number, missing: string) =>
  z.string({ error: missing }).overwrite(clean).min(1, missing).max(max, tooLong(max));

/** Whether the site's pages can show the picture: their policy lets pictures come from the site itself and over https. */
export const isImageUrl = (value: string) =>
  value === "" || /^\/(?![/\\])\S*$/.test(value) || (/^https:\/\/[^\s/]/i.test(value) && URL.canParse(value));

/** The address of a picture, or nothing. */
export const imageUrl = text(2_000)
  .refine(isImageUrl, "Use a URL that starts with https://, or with / for an image on this site.")
  .default("");

/** Of what is posted for a record with an address: the slug comes from the title where it is empty (SPEC 5, decision 0035.20). */
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

/** What search engines are told of a record or a page; the form counts how much of it they show. */
export const metaRules = {
  meta_title: optionalText(500),
  meta_description: optionalText(2_000),
  meta_keywords: optionalText(2_000),
};
