import { z } from "zod";

/** The version that a form posts of its record, as far as the database counts; 0 of what has none yet. */
export const recordVersion = z.coerce.number().int().min(0).max(2_147_483_647);
