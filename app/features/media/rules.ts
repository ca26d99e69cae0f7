import { z } from "zod";
import { mediaTab } from "../../copy/panel/media.ts";
import { optionalText, requiredText } from "../../platform/text/text-rules.ts";

const fraction = z.coerce.number().min(0).max(1);

/** Decorative images have no alt text. */
const shape = {
  alt: optionalText(500),
  is_decorative: z.stringbool().optional().default(false),
};
const withoutAltWhereDecorative = <Input extends { alt: string; is_decorative: boolean }>(
  input: Input,
): Input => (input.is_decorative ? { ...input, alt: "" } : input);

export const mediaRules = z
  .object({
    ...shape,
    name: requiredText(200, mediaTab.nameMissing),
    credit: optionalText(200),
    focal_x: fraction,
    focal_y: fraction,
  })
  .transform(withoutAltWhereDecorative);

export type MediaInput = z.output<typeof mediaRules>;

/** An image can be inserted only if it has alt text or is decorative. */
export const descriptionRules = z
  .object(shape)
  .transform(withoutAltWhereDecorative)
  .refine(({ alt, is_decorative }) => is_decorative || alt !== "", {
    message: mediaTab.descriptionMissing,
    path: ["alt"],
  });

export type Description = z.output<typeof descriptionRules>;
