// Parses the URL parameters of the panel's lists; invalid ones are treated as absent.
import { z } from "zod";

/** The search text; empty means all. */
export const searchQuery = z.string().trim().max(200).catch("");

/** The page of a list, from 1. */
export const pageQuery = z.coerce.number().int().min(1).catch(1);

/**
 * Returns the schema for a list's filter, order and page.
 * @param sorts the names of the orders; the first is the default
 */
export const listQuery = <const Sort extends string>(sorts: readonly [Sort, ...Sort[]]) =>
  z.object({
    search: searchQuery,
    sort: z.enum(sorts).catch(sorts[0] as never),
    page: pageQuery,
  });

/**
 * Whether a form shows its record's pending changes instead of the published version; undefined if the URL doesn't say.
 */
export const draftQuery = {
  draft: z
    .string()
    .optional()
    .transform((draft) => (draft === undefined ? undefined : draft === "1")),
};

/** Which record's form is open: the one with the ID `edit`, or with `add` a new one. */
export const openedQuery = {
  edit: z.uuid().optional().catch(undefined),
  add: z.string().optional(),
  ...draftQuery,
};

/** Published records, drafts, or both (SPEC 4). */
export const statusQuery = z.enum(["", "published", "draft"]).catch("");

/** Returns the IDs of the selected rows, separated by commas. @param max how many are allowed at once */
export const idList = (max: number) =>
  z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(z.uuid()).min(1).max(max));
