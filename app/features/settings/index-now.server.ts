// The IndexNow key proves to search engines that announcements come from this site.
import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { website_settings } from "./table.server.ts";

/** Stored with the settings, but no form shows it. */
const KEY = "indexnow_key";
const KEY_BYTES = 16;

/** Returns whether a path looks like the key file's. Requests for other paths never read the key. */
export const isKeyFile = (path: string) => /^\/[0-9a-f]{32}\.txt$/.test(path);

/** Returns the key; null before the first announcement. */
export async function findIndexNowKey(db: Database): Promise<string | null> {
  const [row] = await db
    .select({ key: website_settings.setting_value })
    .from(website_settings)
    .where(eq(website_settings.setting_key, KEY));
  return row?.key ?? null;
}

/** Returns the key, creating it if there's none. */
export async function ensureIndexNowKey(db: Database): Promise<string> {
  const known = await findIndexNowKey(db);
  if (known) return known;
  const setting_value = randomBytes(KEY_BYTES).toString("hex");
  await db.insert(website_settings).values({ setting_key: KEY, setting_value }).onConflictDoNothing();
  // Another process may have created a key first.
  return (await findIndexNowKey(db)) ?? setting_value;
}
