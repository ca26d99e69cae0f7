import { z } from "zod";
import { optionalText, requiredText } from "../../platform/text/text-rules.ts";

/** SPEC 5: "name required and not blank". The toast is in `copy/messages.ts`. */
export const industry = z.object({
  name: requiredText(100, "Enter a name."),
  description: optionalText(1_000),
});

export type IndustryInput = z.output<typeof industry>;
