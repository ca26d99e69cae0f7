import { z } from "zod";
import { redirectWords as words } from "../../copy/panel/redirects.ts";
import { optionalText, requiredText } from "../../platform/text/text-rules.ts";

const LINK_MAX = 2_000;

const isLocal = (link: string) => /^\/(?![/\\])\S*$/.test(link);
const isWeb = (link: string) => /^https?:\/\/[^\s/]\S*$/i.test(link) && URL.canParse(link);

/** Returns the rule for a required target. */
const needsTarget =
  (isRight: (link: string) => boolean) =>
  ({ answer, to_path = "" }: { answer?: string; to_path?: string }) =>
    answer === "410" || isRight(to_path);

/** What the owner can enter; the save decides whether it fits what's stored. */
export const redirect = z
  .object({
    /** a URL of this site: from the root, or complete as in a browser */
    from_path: requiredText(LINK_MAX, words.missingFrom).refine(
      (link) => isLocal(link) || isWeb(link),
      words.wrongFrom,
    ),
    /** whether a query in the old URL must match, or the redirect is for the path with any query */
    query: z.enum(["match", "ignore"]).optional(),
    /** what visitors get: another URL, or that the page is permanently removed */
    answer: z.enum(["301", "410"]).default("301"),
    to_path: optionalText(LINK_MAX),
    /** whether visitors are redirected; on by default */
    is_on: z.enum(["true", "false"]).optional(),
  })
  // Reported next to a problem with the old URL, not after it.
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
