import { z } from "zod";
import { redirectWords as words } from "../../copy/redirects.ts";
import { optionalText, requiredText } from "../../platform/text-rules.ts";

const LINK_MAX = 2_000;

const isLocal = (link: string) => /^\/(?![/\\])\S*$/.test(link);
const isWeb = (link: string) => /^https?:\/\/[^\s/]\S*$/i.test(link) && URL.canParse(link);

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
  })
  .check(({ value, issues }) => {
    if (value.answer === "410") return;
    const message = value.to_path === "" ? words.missingTo : words.wrongTo;
    if (isLocal(value.to_path) || isWeb(value.to_path)) return;
    issues.push({ code: "custom", path: ["to_path"], message, input: value.to_path });
  });

/** Fields that must not be left empty. */
export const REQUIRED_FIELDS = ["from_path"] as const;

/** A redirect as its form sends it. */
export type RedirectInput = z.output<typeof redirect>;
