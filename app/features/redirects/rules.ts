import { z } from "zod";
import { redirectValues, redirectWords as words } from "../../copy/panel/redirects.ts";
import { optionalText, requiredText } from "../../platform/text/text-rules.ts";
import { labelsOf, schemaOf, text } from "../fields/fields.ts";

const LINK_MAX = 2_000;

const isLocal = (link: string) => /^\/(?![/\\])\S*$/.test(link);
const isWeb = (link: string) => /^https?:\/\/[^\s/]\S*$/i.test(link) && URL.canParse(link);

const needsTarget =
  (isRight: (link: string) => boolean) =>
  ({ answer, to_path = "" }: { answer?: string; to_path?: string }) =>
    answer === "410" || isRight(to_path);

export const redirectFields = {
  /** path from the root, or absolute URL of this site */
  from_path: text(
    "Old URL",
    requiredText(LINK_MAX, words.missingFrom).refine((link) => isLocal(link) || isWeb(link), words.wrongFrom),
  ),
  /** empty for a 410 */
  to_path: {
    ...text("New URL", optionalText(LINK_MAX)),
    shown: (stored: unknown) => (stored === null ? redirectValues.gone : undefined),
  },
  /** if unset, a new redirect is on and an existing one stays as it is */
  is_on: {
    ...text(words.state, z.enum(["true", "false"]).optional()),
    shown: (stored: unknown) => (stored ? redirectValues.on : redirectValues.off),
  },
};
export const REDIRECT_LABELS = labelsOf(redirectFields);

/** Validates the form. Saving also checks for pages and other redirects at the old URL. */
export const redirect = schemaOf(redirectFields)
  .extend({
    /** whether the query in the old URL must match */
    query: z.enum(["match", "ignore"]).optional(),
    answer: z.enum(["301", "410"]).default("301"),
  })
  // Runs even if the old URL is invalid, to report both errors at once.
  .refine(
    needsTarget((link) => link !== ""),
    { path: ["to_path"], error: words.missingTo, when: () => true },
  )
  .refine(
    needsTarget((link) => link === "" || isLocal(link) || isWeb(link)),
    {
      path: ["to_path"],
      error: words.wrongTo,
      when: () => true,
    },
  );

export const REQUIRED_FIELDS = ["from_path"] as const;

export type RedirectInput = z.output<typeof redirect>;
