import { messages } from "../../copy/messages.ts";
import { optionalText, requiredText } from "../../platform/text/text-rules.ts";
import { computedText, text } from "../fields/fields.ts";
import { type InputOf, kind } from "../fields/kind.ts";

/** SPEC 5: "name required and not blank". */
export const industry = kind({
  ...{ name: "industries", noun: "industry", form: "industry", words: messages.industry },
  fields: {
    name: computedText("Name", requiredText(100, "Enter a name.")),
    description: text("Description", optionalText(1_000)),
  },
  required: ["name"],
});

export type IndustryInput = InputOf<typeof industry>;
