import { templateWords as words } from "../../copy/panel/reply-templates.ts";
import { requiredText } from "../../platform/text/text-rules.ts";
import { text } from "../fields/fields.ts";
import { type InputOf, kind } from "../fields/kind.ts";

const BODY_CHARS = 10_000;

/** A text to start a reply from. Only people who may see enquiries see it. */
export const replyTemplate = kind({
  ...{ name: "reply-templates", noun: "template", form: "reply-template", words },
  fields: {
    name: text(words.name, requiredText(100, words.nameMissing)),
    body: text(words.body, requiredText(BODY_CHARS, words.bodyMissing)),
  },
  required: ["name", "body"],
});

export type ReplyTemplateInput = InputOf<typeof replyTemplate>;
