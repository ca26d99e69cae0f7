import { sql } from "drizzle-orm";

/**
 * Column default: the person who makes a write (decision 0008), set by `inNameOf`. Null if the owner signed in
 * with the site's password, and outside the panel.
 */
export const CURRENT_PERSON = sql`nullif(current_setting('app.person', true), '')::uuid`;
