import { z } from "zod";
import { searchRules } from "../../platform/text/text-rules.ts";

/** SPEC 5: "meta title max 60 characters, meta description max 160 (hints only, not enforced)". */
export const TITLE_HINT_CHARS = 60;
export const DESCRIPTION_HINT_CHARS = 160;

/** The owner types this word to hide the home page. */
export const CONFIRMATION = "noindex";

const fields = z.object({
  ...searchRules,
  confirmation: z.string().optional(),
});

/** Fields that the form didn't show don't change (decision 0035.21). */
export type PageSeoInput = Omit<z.output<typeof fields>, "confirmation" | OnlyPublic> & {
  [Name in OnlyPublic]?: string;
};
type OnlyPublic = "share_image" | "canonical_url";

/**
 * Returns the form's rules.
 * @param needsConfirmation whether hiding the page requires the typed word
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

/** Returns whether hiding a page requires the typed word. */
export const needsConfirmationToHide = (page: string, isIndexable: boolean) => page === "home" && isIndexable;
