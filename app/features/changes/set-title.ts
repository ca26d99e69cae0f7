import { z } from "zod";
import { requiredText } from "../../platform/text/text-rules.ts";

/** The form fields of a titled change set. */
export const setTitle = z.object({ title: requiredText(80, "Enter a title.") });
