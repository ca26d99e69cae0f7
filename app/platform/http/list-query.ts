// Parses URL parameters of the panel's lists. Invalid values count as absent.
import { z } from "zod";

export const searchQuery = z.string().trim().max(200).catch("");

export const pageQuery = z.coerce.number().int().min(1).catch(1);

/**
 * Returns the schema of a list's search, order and page.
 * @param sorts the first is the default
 */
export const listQuery = <const Sort extends string>(sorts: readonly [Sort, ...Sort[]]) =>
  z.object({
    search: searchQuery,
    sort: z.enum(sorts).catch(sorts[0] as never),
    page: pageQuery,
  });

/** Whether a form shows the pending changes; undefined if the URL doesn't say. */
export const draftQuery = {
  draft: z
    .string()
    .optional()
    .transform((draft) => (draft === undefined ? undefined : draft === "1")),
};

/** The open form: `edit` is a record's ID, `add` opens an empty form. */
export const openedQuery = {
  edit: z.uuid().optional().catch(undefined),
  add: z.string().optional(),
  ...draftQuery,
};

/** Published records, drafts, or both (SPEC 4). */
export const statusQuery = z.enum(["", "published", "draft"]).catch("");

/**
 * Parses comma-separated IDs.
 * @param max maximum number of IDs
 */
export const idList = (max: number) =>
  z
    .string()
    .transform((text) => [...new Set(text.split(","))])
    .pipe(z.array(z.uuid()).min(1).max(max));
