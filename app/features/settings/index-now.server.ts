// The key by which this site shows search engines that announcements of its pages (IndexNow) are its own.
import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { website_settings } from "./table.server.ts";

/** A row of its own among the settings; no form shows it. */
const KEY = "indexnow_key";
const KEY_BYTES = 16;

/** The file that holds the key; a request for another file gets nothing of it. */
export const isKeyFile = (path: string) => /^\/[0-9a-f]{32}\.txt$/.test(path);

/** @returns null where nothing was announced yet */
export async function findIndexNowKey(db: Database): Promise<string | null> {
  const [row] = await db
    .select({ key: website_settings.setting_value })
    .from(website_settings)
    .where(eq(website_settings.setting_key, KEY));
  return row?.key ?? null;
}

/** The key, made the first time it is needed. */
export async function ensureIndexNowKey(db: Database): Promise<string> {
  const known = await findIndexNowKey(db);
  if (known) return known;
  const setting_value = randomBytes(KEY_BYTES).toString("hex");
  await db.insert(website_settings).values({ setting_key: KEY, setting_value }).onConflictDoNothing();
  // Another process may have been first.
  return (await findIndexNowKey(db)) ?? setting_value;
}
