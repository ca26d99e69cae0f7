import { z } from "zod";
import { uploadWords, mediaTab as words } from "../../copy/panel/media.ts";
import { optionalText, requiredText } from "../../platform/text/text-rules.ts";
import { plain, schemaOf, text } from "../fields/fields.ts";
import { kind } from "../fields/kind.ts";

/** Alt text and its switch are one unit, because decorative images have no alt text. */
const description = {
  alt: { ...text("Alt text", optionalText(500)), unit: "description" },
  is_decorative: {
    ...plain("Decorative", z.stringbool().optional().default(false)),
    unit: "description",
  },
};
const withoutAltWhereDecorative = <Input extends { alt: string; is_decorative: boolean }>(
  input: Input,
): Input => (input.is_decorative ? { ...input, alt: "" } : input);

const focal = (label: string) => ({
  ...plain(label, z.coerce.number().min(0).max(1)),
  unit: "focal point",
  shown: (stored: unknown) => `${Math.round(Number(stored) * 100)}%`,
});

/** CONTRACT requires the label 'Alt text'. */
export const libraryImage = kind({
  ...{ name: "media", noun: "image", form: "media" },
  words: {
    ...{ added: uploadWords.done, updated: words.updated, deleted: words.deletedOne },
    ...{ fetchFailed: words.fetchFailed, missing: words.missing },
    failed: { add: uploadWords.problems.failed, update: words.saveFailed, delete: words.deleteFailed },
  },
  fields: {
    ...description,
    name: plain("Name", requiredText(200, words.nameMissing)),
    credit: text("Credit", optionalText(200)),
    focal_x: focal("Focal point from the left"),
    focal_y: focal("Focal point from the top"),
  },
  required: ["name"],
  complete: withoutAltWhereDecorative,
});

/** An image can be inserted only if it has alt text or is decorative. */
export const descriptionRules = schemaOf(description)
  .transform(withoutAltWhereDecorative)
  .refine(({ alt, is_decorative }) => is_decorative || alt !== "", {
    message: words.descriptionMissing,
    path: ["alt"],
  });

export type Description = z.output<typeof descriptionRules>;
