// Every read and write of website_settings.
import type { Database } from "../../platform/database.server.ts";
import { builtInSettings, type Settings } from "./defaults.ts";
import { website_settings } from "./table.server.ts";

/**
 * All settings, with defaults where nothing or only blanks are stored.
 * @throws only on a database fault
 */
export async function readSettings(db: Database): Promise<Settings> {
  const rows = await db
    .select({ key: website_settings.setting_key, value: website_settings.setting_value })
    .from(website_settings);
  const stored = rows.filter(({ value }) => value.trim()).map(({ key, value }) => [key, value.trim()]);
  return { ...builtInSettings(), ...Object.fromEntries(stored) };
}
