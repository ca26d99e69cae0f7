import { z } from "zod";
import { redirectWords as words } from "../../copy/panel/redirects.ts";
import { optionalText, requiredText } from "../../platform/text/text-rules.ts";

const LINK_MAX = 2_000;

const isLocal = (link: string) => /^\/(?![/\\])\S*$/.test(link);
const isWeb = (link: string) => /^https?:\/\/[^\s/]\S*$/i.test(link) && URL.canParse(link);

const needsTarget =
  (isRight: (link: string) => boolean) =>
  ({ answer, to_path = "" }: { answer?: string; to_path?: string }) =>
    answer === "410" || isRight(to_path);

/** Validates the form. Saving also checks for pages and other redirects at the old URL. */
export const redirect = z
  .object({
    /** path from the root, or absolute URL of this site */
    from_path: requiredText(LINK_MAX, words.missingFrom).refine(
      (link) => isLocal(link) || isWeb(link),
      words.wrongFrom,
    ),
    /** whether the query in the old URL must match */
    query: z.enum(["match", "ignore"]).optional(),
    answer: z.enum(["301", "410"]).default("301"),
    to_path: optionalText(LINK_MAX),
    /** if unset, a new redirect is on and an existing one stays as it is */
    is_on: z.enum(["true", "false"]).optional(),
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
