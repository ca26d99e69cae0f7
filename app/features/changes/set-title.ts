import { z } from "zod";
import { requiredText } from "../../platform/text/text-rules.ts";

/** The form of a change set that has a title. */
export const setTitle = z.object({ title: requiredText(80, "Enter a title.") });
