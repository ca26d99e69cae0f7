// What may be autosaved of a form: anything that its fields can hold, valid or not.
import { z } from "zod";

/** The forms that are autosaved, by their `data-form` (CONTRACT). */
export const AUTOSAVE_KINDS = ["blog-post", "case-study"] as const;
export type AutosaveKind = (typeof AUTOSAVE_KINDS)[number];

/** What a form posts beside what is typed. */
const about = {
  switches: z.string().optional(),
  draft: z.uuid(),
  kind: z.enum(AUTOSAVE_KINDS),
  id: z.uuid().nullish().default(null),
  version: z.coerce.number().int().nullish().default(null),
  /** of a form that shows the draft */
  keep: z.string().optional(),
  draft_version: z.coerce.number().int().optional().default(0),
};

/** A database text cannot hold the character NUL. */
const withoutNul = (value: string) => value.replaceAll("\0", "");

/**
 * A form as it stands: its own fields, with `draft` for the autosave's id, `kind`, and the record's `id` and `version`
 * where it edits one; `keep` says that it shows the draft, of the version `draft_version`. How much it may be is the limit of everything that the panel posts (CONTRACT).
 */
export const autosaveRules = z
  .object(about)
  .catchall(z.string().overwrite(withoutNul))
  .transform(({ switches, draft, kind, id, version, keep, draft_version, ...fields }) => ({
    id: draft,
    kind,
    record_id: id,
    version,
    draft_version: keep === undefined ? null : draft_version,
    fields,
  }));

export type AutosaveInput = z.output<typeof autosaveRules>;
