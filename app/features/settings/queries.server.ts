// Every read and write of website_settings.
import { createHash } from "node:crypto";
import { inArray, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { ChangedSinceOpened } from "../../platform/database/refused.ts";
import { keysOfCard, type SettingsCardId } from "./cards.ts";
import { builtInSettings, type Settings } from "./defaults.ts";
import { type SettingKey, type SettingsInput, settingKey } from "./rules.ts";
import { website_settings } from "./table.server.ts";

/** Returns all settings, with defaults for those not stored and `{site}` in the description replaced. */
export async function readSettings(db: Database): Promise<Settings> {
  const rows = await db
    .select({ key: website_settings.setting_key, value: website_settings.setting_value })
    .from(website_settings);
  const stored = rows
    .filter(({ key, value }) => settingKey.safeParse(key).success && value.trim())
    .map(({ key, value }) => [key, value.trim()]);
  const settings: Settings = { ...builtInSettings(), ...Object.fromEntries(stored) };
  const site_description = settings.site_description?.replaceAll("{site}", settings.site_title);
  return { ...settings, site_description };
}

/** The stored settings by key, without defaults. */
export type Stored = Partial<Record<string, string>>;

/** Returns what is stored, for the Settings tab. */
export async function listStoredSettings(db: Database): Promise<Stored> {
  const rows = await db.select().from(website_settings);
  return Object.fromEntries(rows.map(({ setting_key, setting_value }) => [setting_key, setting_value]));
}

const { blog_date_display, instant_audit } = builtInSettings();
/** What each choice shows while nothing is stored, by key. */
export const CHOICES: Stored = { blog_date_display, instant_audit };

/**
 * A card of the tab.
 * @property version changes with every value, so that a save can tell whether another editor saved first
 * @property values a text for each of its settings, empty if nothing is stored
 */
export type SettingsCard = { id: SettingsCardId; version: number; values: Record<string, string> };

export async function findSettingsCard(db: Database, id: SettingsCardId): Promise<SettingsCard> {
  const stored = await listStoredSettings(db);
  const values = Object.fromEntries(keysOfCard(id).map((key) => [key, stored[key] ?? ""]));
  return { id, version: versionOf(values), values };
}

/** Returns a version of 31 bits, because forms and drafts store versions as numbers. */
const versionOf = (values: Stored): number =>
  createHash("sha256").update(JSON.stringify(values)).digest().readUInt32BE() >>> 1;

/**
 * Saves settings: only those with a value (SPEC 5).
 * @param opened the card and its version when its form was opened; without it, values are overwritten without a check
 * @throws ChangedSinceOpened if another editor has changed the card since then; nothing is stored
 */
export const saveSettings = (db: Database, input: SettingsInput, opened?: OpenedCard): Promise<void> =>
  writeSettings(db, valuesOf(input), opened);

/** Returns what a form stores: nothing for empty fields, `on` for a switch; null deletes the row of one that's off. */
export const valuesOf = (input: SettingsInput): Values =>
  Object.fromEntries(
    Object.entries(input).map(([key, value]) => [
      key,
      value === true ? "on" : value === false ? null : value?.trim() || undefined,
    ]),
  );

type Values = Partial<Record<SettingKey, string | null>>;
type OpenedCard = Pick<SettingsCard, "id" | "version">;

/**
 * Writes values with the type `text` (SPEC 7). Null deletes a stored value (decision 0035.9), so that the default
 * applies again; undefined leaves it alone.
 * @param opened as for `saveSettings`
 */
export async function writeSettings(db: Database, values: Values, opened?: OpenedCard): Promise<void> {
  const entries = Object.entries(values);
  await db.transaction(async (tx) => {
    // Concurrent saves can't miss each other's changes.
    await tx.execute(sql`lock table ${website_settings} in share row exclusive mode`);
    const now = opened && (await findSettingsCard(tx, opened.id));
    if (now && now.version !== opened.version) throw new ChangedSinceOpened(SAVED, now.version);
    const removed = entries.filter(([, value]) => value === null).map(([key]) => key);
    if (removed.length)
      await tx.delete(website_settings).where(inArray(website_settings.setting_key, removed));
    const stored = await listStoredSettings(tx);
    // A choice that still shows its default is sent with every save of its card.
    const meant = entries.flatMap(([setting_key, setting_value]) =>
      setting_value && (CHOICES[setting_key] !== setting_value || setting_key in stored)
        ? [{ setting_key, setting_value }]
        : [],
    );
    if (!meant.length) return;
    await tx
      .insert(website_settings)
      .values(meant)
      .onConflictDoUpdate({
        target: website_settings.setting_key,
        set: { setting_value: sql`excluded.setting_value`, setting_type: "text", updated_at: sql`now()` },
        // An unchanged value that is sent along isn't a change.
        setWhere: sql`${website_settings.setting_value} is distinct from excluded.setting_value`,
      });
  });
}

/** What another editor did, for messages. */
export const SAVED = "saved this card";
