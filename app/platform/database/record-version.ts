import { z } from "zod";

/** The version of a record that a form posts, limited to the database's range; 0 if there is none yet. */
export const recordVersion = z.coerce.number().int().min(0).max(2_147_483_647);
