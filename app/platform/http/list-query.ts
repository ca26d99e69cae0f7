// What the address of a list of the panel says; whatever it says wrongly means what is shown without it.
import { z } from "zod";

/** What is searched for; empty means all. */
export const searchQuery = z.string().trim().max(200).catch("");

/** The page of a list, from 1. */
export const pageQuery = z.coerce.number().int().min(1).catch(1);

/**
 * Which rows of a list, in which order, and which page of them.
 * @param sorts the names of the orders; the first one is the list's own
 */
export const listQuery = <const Sort extends string>(sorts: readonly [Sort, ...Sort[]]) =>
  z.object({
    search: searchQuery,
    sort: z.enum(sorts).catch(sorts[0] as never),
    page: pageQuery,
  });

/**
 * Whether a form shows the changes of its record that wait to be published, instead of what is live; undefined where the
 * address does not say.
 */
export const draftQuery = {
  draft: z
    .string()
    .optional()
    .transform((draft) => (draft === undefined ? undefined : draft === "1")),
};

/** Which record's form is open: that of `edit`, or with `add` that of a new one. */
export const openedQuery = {
  edit: z.uuid().optional().catch(undefined),
  add: z.string().optional(),
  ...draftQuery,
};

/** Published records, drafts, or all of them (SPEC 4). */
export const statusQuery = z.enum(["", "published", "draft"]).catch("");

/** The ids of chosen rows, with commas between. @param max of them at once */
export const idList = (max: number) =>
  z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(z.uuid()).min(1).max(max));
