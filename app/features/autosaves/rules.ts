import { z } from "zod";
import { AUTOSAVE_KINDS, type AutosaveKind } from "../../copy/panel/record-kinds.ts";
import { recordVersion } from "../../platform/database/record-version.ts";

/**
 * Kinds whose records have no UUID. Texts are identified by their key, page SEO by page, settings by card, and
 * images by the id in their URL.
 */
const BY_NAME: readonly AutosaveKind[] = ["website-content", "page-seo", "settings", "media"];
/** Enough for the key of a text: three names of 100 characters, percent-encoded. */
const LONGEST_NAME = 3_000;

const about = {
  switches: z.string().optional(),
  autosave: z.uuid(),
  restored: z.string().optional(),
  kind: z.enum(AUTOSAVE_KINDS),
  id: z.string().max(LONGEST_NAME).nullish().default(null),
  version: recordVersion.nullish().default(null),
  /** present if the form shows the draft */
  draft: z.string().optional(),
  draft_version: recordVersion.optional().default(0),
};

/** PostgreSQL text can't contain NUL. */
const withoutNul = (value: string) => value.replaceAll("\0", "");

/**
 * A form's fields and metadata. `autosave` is the autosave's id. With `draft`, the form shows version
 * `draft_version` of the record's draft. `restored` is an autosave that this one replaces. Passwords are removed. The size isn't
 * limited here (CONTRACT).
 */
export const autosaveRules = z
  .object(about)
  .catchall(z.string().overwrite(withoutNul))
  .refine(({ kind, id }) => id === null || BY_NAME.includes(kind) || z.uuid().safeParse(id).success, {
    path: ["id"],
  })
  .transform(
    ({
      switches,
      autosave,
      kind,
      id,
      version,
      draft,
      draft_version,
      restored: _,
      password: __,
      ...fields
    }) => ({
      id: autosave,
      kind,
      record_id: BY_NAME.includes(kind) ? null : id,
      record_name: BY_NAME.includes(kind) && id !== null ? withoutNul(id) : null,
      version,
      draft_version: draft === undefined ? null : draft_version,
      fields,
    }),
  );

export type AutosaveInput = z.output<typeof autosaveRules>;
