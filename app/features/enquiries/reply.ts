import { z } from "zod";
import { replyWords as words } from "../../copy/panel/reply.ts";
import { requiredText } from "../../platform/text/text-rules.ts";
import { isDay } from "./next-step.ts";

const REPLY_CHARS = 20_000;
/** The time in which a reply can be undone. */
export const UNDO_SECONDS = 20;

/** A placeholder, such as "{first name}", but not code in braces. */
const LEFTOVER = /\{+[ \t]*\p{L}[\p{L}\d \t_-]{0,40}\}+/u;

/** Returns where a text still has a placeholder; null if it has none. */
export function findLeftover(text: string): { start: number; text: string } | null {
  const found = LEFTOVER.exec(text);
  return found && { start: found.index, text: found[0] };
}

/** The form of a reply. `follow_up_on` is empty for no next step. */
export const replyRules = z.object({
  message: requiredText(REPLY_CHARS, words.missing).superRefine((text, context) => {
    const leftover = findLeftover(text);
    if (leftover) context.addIssue({ code: "custom", message: words.leftover(leftover.text) });
  }),
  follow_up_on: z.union([z.literal(""), z.string().refine(isDay)]).default(""),
});

/** The form of an answer that came by email or phone. */
export const answerRules = z.object({ answer: requiredText(REPLY_CHARS, words.missing) });
