import { z } from "zod";

/** The version that a form posts, within the database's range; 0 for a new record. */
export const recordVersion = z.coerce.number().int().min(0).max(2_147_483_647);
