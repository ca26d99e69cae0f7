// What may be kept of a form that is not saved: anything that its fields can hold, valid or not.
import { z } from "zod";

/** The forms that are kept, by their `data-form` (CONTRACT). */
export const DRAFT_KINDS = ["blog-post", "case-study"] as const;
export type DraftKind = (typeof DRAFT_KINDS)[number];

/** What a form posts beside what is typed. */
const about = {
  switches: z.string().optional(),
  draft: z.uuid(),
  kind: z.enum(DRAFT_KINDS),
  id: z.uuid().nullish().default(null),
  version: z.coerce.number().int().nullish().default(null),
};

/** A database text cannot hold the character NUL. */
const withoutNul = (value: string) => value.replaceAll("\0", "");

/**
 * A form as it stands: its own fields, with `draft` for the form's own id, `kind`, and the record's `id` and `version`
 * where it edits one. How much it may be is the limit of everything that the panel posts (CONTRACT).
 */
export const draftRules = z
  .object(about)
  .catchall(z.string().overwrite(withoutNul))
  .transform(({ switches, draft, kind, id, version, ...fields }) => ({
    id: draft,
    kind,
    record_id: id,
    version,
    fields,
  }));

export type DraftInput = z.output<typeof draftRules>;
