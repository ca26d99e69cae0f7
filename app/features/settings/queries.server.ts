import { createHash } from "node:crypto";
import { inArray, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { ChangedSinceOpened } from "../../platform/database/refused.ts";
import { keysOfCard, type SettingsCardId } from "./cards.ts";
import { builtInSettings, type Settings } from "./defaults.ts";
import { type SettingKey, type SettingsInput, settingKey } from "./rules.ts";
import { website_settings } from "./table.server.ts";

/** Returns all settings, with defaults for those that aren't set. Replaces `{site}` in the description. */
export async function readSettings(db: Database): Promise<Settings> {
  const rows = await db
    .select({ key: website_settings.setting_key, value: website_settings.setting_value })
    .from(website_settings);
  const stored = rows
    .filter(({ key, value }) => settingKey.safeParse(key).success && value.trim())
    .map(({ key, value }) => [key, value.trim()]);
  const settings: Settings = { ...builtInSettings(), ...Object.fromEntries(stored) };
  const site_description = settings.site_description?.replaceAll("{site}", () => settings.site_title);
  return { ...settings, site_description };
}

/** By key, without defaults. */
export type Stored = Partial<Record<string, string>>;

export async function listStoredSettings(db: Database): Promise<Stored> {
  const rows = await db.select().from(website_settings);
  return Object.fromEntries(rows.map(({ setting_key, setting_value }) => [setting_key, setting_value]));
}

const { blog_date_display, instant_audit, look } = builtInSettings();
/** Default choices by key. The form preselects them while nothing is stored. */
export const CHOICES: Stored = { blog_date_display, instant_audit, look };

/**
 * The settings of a page of the Settings tab.
 * @property version changes whenever a value changes
 * @property values by key; "" if not stored
 */
export type SettingsCard = { id: SettingsCardId; version: number; values: Record<string, string> };

export async function findSettingsCard(db: Database, id: SettingsCardId): Promise<SettingsCard> {
  const stored = await listStoredSettings(db);
  const values = Object.fromEntries(keysOfCard(id).map((key) => [key, stored[key] ?? ""]));
  return { id, version: versionOf(values), values };
}

/** 31 bits, because `recordVersion` rejects larger numbers. */
const versionOf = (values: Stored): number =>
  createHash("sha256").update(JSON.stringify(values)).digest().readUInt32BE() >>> 1;

/**
 * Saves settings; empty fields change nothing (SPEC 5).
 * @param opened card and version of the opened form; if absent, conflicts are ignored
 * @throws ChangedSinceOpened if another editor saved the card in the meantime
 */
export const saveSettings = (db: Database, input: SettingsInput, opened?: OpenedCard): Promise<void> =>
  writeSettings(db, valuesOf(input), opened);

/** Returns values to store: `on` for a switch that's on, null for one that's off, undefined for an empty field. */
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
 * Writes values with the type `text` (SPEC 7). Null restores the default (decision 0035.9); undefined changes
 * nothing.
 * @param opened as for `saveSettings`
 */
export async function writeSettings(db: Database, values: Values, opened?: OpenedCard): Promise<void> {
  const entries = Object.entries(values);
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${website_settings} in share row exclusive mode`);
    const now = opened && (await findSettingsCard(tx, opened.id));
    if (now && now.version !== opened.version) throw new ChangedSinceOpened(SAVED, now.version);
    const removed = entries.filter(([, value]) => value === null).map(([key]) => key);
    if (removed.length)
      await tx.delete(website_settings).where(inArray(website_settings.setting_key, removed));
    const stored = await listStoredSettings(tx);
    // Forms also post choices that still show their default. Those aren't stored.
    const intended = entries.flatMap(([setting_key, setting_value]) =>
      setting_value && (CHOICES[setting_key] !== setting_value || setting_key in stored)
        ? [{ setting_key, setting_value }]
        : [],
    );
    if (!intended.length) return;
    await tx
      .insert(website_settings)
      .values(intended)
      .onConflictDoUpdate({
        target: website_settings.setting_key,
        set: { setting_value: sql`excluded.setting_value`, setting_type: "text", updated_at: sql`now()` },
        setWhere: sql`${website_settings.setting_value} is distinct from excluded.setting_value`,
      });
  });
}

/** Completes the sentence in a conflict message. */
export const SAVED = "saved these settings";
