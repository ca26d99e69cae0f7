// Every read and write of website_settings.
import { eq, sql } from "drizzle-orm";
import type { Database } from "../../platform/database.server.ts";
import { builtInSettings, type Settings } from "./defaults.ts";
import type { SettingKey, SettingsInput } from "./rules.ts";
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

/**
 * What the owner has stored, without defaults, for the Settings tab.
 * @throws only on a database fault
 */
export async function listStoredSettings(db: Database): Promise<Partial<Record<string, string>>> {
  const rows = await db.select().from(website_settings);
  return Object.fromEntries(rows.map(({ setting_key, setting_value }) => [setting_key, setting_value]));
}

/**
 * Stores settings: only those with a value, trimmed (SPEC 5), each with the type `text` (SPEC 7). The switch
 * `confirmation_mail` is stored as `on`; off it is not stored.
 * @throws only on a database fault; nothing is stored then
 */
export async function saveSettings(
  db: Database,
  { confirmation_mail, ...texts }: SettingsInput,
): Promise<void> {
  const values = Object.entries({ ...texts, confirmation_mail: confirmation_mail ? "on" : "" }).flatMap(
    ([setting_key, value]) => (value?.trim() ? [{ setting_key, setting_value: value.trim() }] : []),
  );
  await db.transaction(async (tx) => {
    if (confirmation_mail === false)
      await tx.delete(website_settings).where(eq(website_settings.setting_key, "confirmation_mail"));
    if (!values.length) return;
    await tx
      .insert(website_settings)
      .values(values)
      .onConflictDoUpdate({
        target: website_settings.setting_key,
        set: {
          setting_value: sql`excluded.setting_value`,
          setting_type: "text",
          updated_at: sql`now()`,
        },
      });
  });
}

/**
 * Takes a stored value away (DECISIONS 9), so that the default holds again.
 * @throws only on a database fault
 */
export async function deleteSetting(db: Database, key: SettingKey): Promise<void> {
  await db.delete(website_settings).where(eq(website_settings.setting_key, key));
}
