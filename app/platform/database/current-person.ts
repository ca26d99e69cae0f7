import { sql } from "drizzle-orm";

/**
 * The id of the person who makes a write, as a column's default (decision 0008). `inNameOf` sets it; null if it's the
 * one-password owner or no request from the panel.
 */
export const CURRENT_PERSON = sql`nullif(current_setting('app.person', true), '')::uuid`;
