import { z } from "zod";
import { redirectWords as words } from "../../copy/panel/redirects.ts";
import { optionalText, requiredText } from "../../platform/text/text-rules.ts";

const LINK_MAX = 2_000;

const isLocal = (link: string) => /^\/(?![/\\])\S*$/.test(link);
const isWeb = (link: string) => /^https?:\/\/[^\s/]\S*$/i.test(link) && URL.canParse(link);

/** A rule for the target, where there has to be one. */
const needsTarget =
  (isRight: (link: string) => boolean) =>
  ({ answer, to_path = "" }: { answer?: string; to_path?: string }) =>
    answer === "410" || isRight(to_path);

/** What the owner may write; whether it fits what is stored is decided where it is saved. */
export const redirect = z
  .object({
    /** an address of this site: from the root, or whole as it stands in a browser */
    from_path: requiredText(LINK_MAX, words.missingFrom).refine(
      (link) => isLocal(link) || isWeb(link),
      words.wrongFrom,
    ),
    /** what visitors get there: another address, or that the page is gone for good */
    answer: z.enum(["301", "410"]).default("301"),
    to_path: optionalText(LINK_MAX),
    /** whether visitors are redirected; a new one that does not say is on */
    is_on: z.enum(["true", "false"]).optional(),
  })
  // Said beside what is wrong with the old address, not after it.
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
