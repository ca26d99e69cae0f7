import { z } from "zod";
import { requiredText } from "../../platform/text/text-rules.ts";

export const setTitle = z.object({ title: requiredText(80, "Enter a title.") });
