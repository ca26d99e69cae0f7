// What may be written to a page's SEO (SPEC 5).
import { z } from "zod";
import { imageUrl, metaRules } from "../../platform/text/text-rules.ts";

/** SPEC 5: "meta title max 60 characters, meta description max 160 (hints only, not enforced)". */
export const TITLE_HINT_CHARS = 60;
export const DESCRIPTION_HINT_CHARS = 160;

/** What the owner types before the home page leaves search engines. */
export const CONFIRMATION = "noindex";

const fields = z.object({
  ...metaRules,
  share_image: imageUrl,
  is_indexable: z.stringbool().optional(),
  is_followable: z.stringbool().optional(),
  confirmation: z.string().optional(),
});

/** What is stored; a switch or a picture that the form did not show stays as it is (decision 0035.21). */
export type PageSeoInput = Omit<z.output<typeof fields>, "confirmation" | "share_image"> & {
  share_image?: string;
};

/**
 * The rules of the form, on the server and in the browser.
 * @param needsConfirmation whether to take this page out of search engines needs the typed word
 */
export const pageSeoRules = (needsConfirmation: boolean) =>
  fields
    .superRefine((input, refinement) => {
      if (!needsConfirmation || input.is_indexable !== false) return;
      if (input.confirmation?.trim().toLowerCase() === CONFIRMATION) return;
      const message = `Type ${CONFIRMATION} to confirm: without the home page, your site will barely appear in search.`;
      refinement.addIssue({ code: "custom", path: ["confirmation"], message });
    })
    .transform(({ confirmation, ...input }): PageSeoInput => input);

/** Whether a save that takes this page out of search engines is asked about first. */
export const needsConfirmationToHide = (page: string, isIndexable: boolean) => page === "home" && isIndexable;
