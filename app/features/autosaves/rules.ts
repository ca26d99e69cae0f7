// What may be autosaved of a form: anything that its fields can hold, valid or not.
import { z } from "zod";
import { recordVersion } from "../../platform/database/record-version.ts";

/** The forms that are autosaved, by their `data-form` (CONTRACT). */
export const AUTOSAVE_KINDS = ["blog-post", "case-study", "website-content", "page-seo"] as const;
export type AutosaveKind = (typeof AUTOSAVE_KINDS)[number];

/** Their records have no id before the owner writes one: a text goes by its `writeTextKey`, a page's SEO by the page. */
const BY_NAME: readonly AutosaveKind[] = ["website-content", "page-seo"];
/** Three names of 100 characters, percent-encoded. */
const LONGEST_NAME = 3_000;

/** What a form posts beside what is typed. */
const about = {
  switches: z.string().optional(),
  draft: z.uuid(),
  kind: z.enum(AUTOSAVE_KINDS),
  id: z.string().max(LONGEST_NAME).nullish().default(null),
  version: recordVersion.nullish().default(null),
  /** of a form that shows the draft */
  keep: z.string().optional(),
  draft_version: recordVersion.optional().default(0),
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
  .refine(({ kind, id }) => id === null || BY_NAME.includes(kind) || z.uuid().safeParse(id).success, {
    path: ["id"],
  })
  .transform(({ switches, draft, kind, id, version, keep, draft_version, ...fields }) => ({
    id: draft,
    kind,
    record_id: BY_NAME.includes(kind) ? null : id,
    record_name: BY_NAME.includes(kind) && id !== null ? withoutNul(id) : null,
    version,
    draft_version: keep === undefined ? null : draft_version,
    fields,
  }));

export type AutosaveInput = z.output<typeof autosaveRules>;
