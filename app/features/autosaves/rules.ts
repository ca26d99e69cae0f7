// Validates what a form autosaves: any values of its fields, valid or not.
import { z } from "zod";
import { recordVersion } from "../../platform/database/record-version.ts";

/** The forms that are autosaved, by `data-form` (CONTRACT). */
export const AUTOSAVE_KINDS = [
  "blog-post",
  "case-study",
  "landing-page",
  "website-content",
  "page-seo",
  "settings",
  "industry",
  "redirect",
  "media",
] as const;
export type AutosaveKind = (typeof AUTOSAVE_KINDS)[number];

/**
 * These records have no UUID. A text is identified by its `writeTextKey`, a page's SEO by the page, settings by their
 * card, an image by the id in its URL.
 */
const BY_NAME: readonly AutosaveKind[] = ["website-content", "page-seo", "settings", "media"];
/** Three names of 100 characters, percent-encoded. */
const LONGEST_NAME = 3_000;

/** What a form posts besides its fields. */
const about = {
  switches: z.string().optional(),
  draft: z.uuid(),
  kind: z.enum(AUTOSAVE_KINDS),
  id: z.string().max(LONGEST_NAME).nullish().default(null),
  version: recordVersion.nullish().default(null),
  /** present if the form shows the draft */
  keep: z.string().optional(),
  draft_version: recordVersion.optional().default(0),
};

/** Removes NUL, which PostgreSQL text can't contain. */
const withoutNul = (value: string) => value.replaceAll("\0", "");

/**
 * The current state of a form: its fields, `draft` (the autosave's id), `kind`, and for an existing record its `id` and
 * `version`. `keep` means that the form shows the draft with the version `draft_version`. The size is limited only by
 * the panel's general limit for posts (CONTRACT). A password is never stored.
 */
export const autosaveRules = z
  .object(about)
  .catchall(z.string().overwrite(withoutNul))
  .refine(({ kind, id }) => id === null || BY_NAME.includes(kind) || z.uuid().safeParse(id).success, {
    path: ["id"],
  })
  .transform(({ switches, draft, kind, id, version, keep, draft_version, password: _, ...fields }) => ({
    id: draft,
    kind,
    record_id: BY_NAME.includes(kind) ? null : id,
    record_name: BY_NAME.includes(kind) && id !== null ? withoutNul(id) : null,
    version,
    draft_version: keep === undefined ? null : draft_version,
    fields,
  }));

export type AutosaveInput = z.output<typeof autosaveRules>;
