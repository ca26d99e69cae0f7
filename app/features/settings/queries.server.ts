// Every read and write of website_settings.
import { eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../platform/database/database.server.ts";
import { ChangedMeanwhile } from "../../platform/database/refused.ts";
import { shortTime } from "../../platform/time/dates.ts";
import { builtInSettings, type Settings } from "./defaults.ts";
import { SETTING_LABELS } from "./labels.ts";
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

/** The version of each value when a form was opened, by key; keys without a stored value are absent. */
export type Stamps = Partial<Record<string, string>>;

/** Returns the stored settings for the Settings tab, and the stamps that a later save uses to detect changes. */
export async function listStoredSettings(db: Database): Promise<{ stored: Stored; stamps: Stamps }> {
  const rows = await db.select().from(website_settings);
  return {
    stored: Object.fromEntries(rows.map(({ setting_key, setting_value }) => [setting_key, setting_value])),
    stamps: Object.fromEntries(rows.map((row) => [row.setting_key, stampOf(row)])),
  };
}

/** A value that was removed and stored again starts over at version 1, so the stamp includes its time. */
const stampOf = ({ version, updated_at }: Row) => `${version}-${updated_at.getTime()}`;
type Row = typeof website_settings.$inferSelect;

const { blog_date_display, instant_audit } = builtInSettings();
/** What each choice shows while nothing is stored, by key. */
const CHOICES: Stored = { blog_date_display, instant_audit };

/**
 * Saves settings: only those with a value, trimmed (SPEC 5), each with the type `text` (SPEC 7). A switch is stored as
 * `on`; if it is off, its row is deleted.
 * @param opened the stamps of the form's keys when it was opened, `""` for no value; without it, values are overwritten
 *   without a conflict check
 * @throws Refused if another editor has changed one of these keys since then; nothing is stored
 */
export async function saveSettings(db: Database, input: SettingsInput, opened?: Stamps): Promise<void> {
  const entries = Object.entries(input).map(([key, value]) => [key, value === true ? "on" : value] as const);
  const values = entries.flatMap(([setting_key, value]) =>
    typeof value === "string" && value.trim() ? [{ setting_key, setting_value: value.trim() }] : [],
  );
  const off = entries.flatMap(([key, value]) => (value === false ? [key] : []));
  await inTurn(db, opened, async (tx) => {
    if (off.length) await tx.delete(website_settings).where(inArray(website_settings.setting_key, off));
    const stored = await tx.select({ key: website_settings.setting_key }).from(website_settings);
    // A choice that still shows its default is sent with every save of its card.
    const meant = values.filter(
      ({ setting_key, setting_value }) =>
        CHOICES[setting_key] !== setting_value || stored.some(({ key }) => key === setting_key),
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

/**
 * Deletes a stored value (decision 0035.9), so that the default applies again.
 * @param opened as for `saveSettings`
 * @throws Refused if another editor has changed it since then
 */
export async function deleteSetting(db: Database, key: SettingKey, opened?: Stamps): Promise<void> {
  await inTurn(db, opened, (tx) => tx.delete(website_settings).where(eq(website_settings.setting_key, key)));
}

/** Checks the stamps and writes under a table lock, so that concurrent saves can't miss each other's changes. */
async function inTurn(
  db: Database,
  opened: Stamps | undefined,
  write: (tx: Transaction) => Promise<unknown>,
) {
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${website_settings} in share row exclusive mode`);
    if (opened) await refuseChanged(tx, opened);
    await write(tx);
  });
}

type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

/** Throws ChangedMeanwhile if any of these settings has changed since its stamp was taken. */
export async function refuseChanged(tx: Database, opened: Stamps): Promise<void> {
  const rows = await tx.select().from(website_settings);
  const { time_zone } = await readSettings(tx);
  const byKey = new Map(rows.map((row) => [row.setting_key, row]));
  const now = Object.fromEntries(
    Object.keys(opened).map((key) => [key, byKey.has(key) ? stampOf(byKey.get(key)!) : ""]),
  );
  const changed = Object.keys(opened).filter((key) => opened[key] !== now[key]);
  if (!changed.length) return;
  const changes = changed.map((key) => {
    const row = byKey.get(key);
    const label = SETTING_LABELS[key as SettingKey] ?? key;
    return row ? `${label} (changed ${shortTime(row.updated_at, time_zone)})` : `${label} (removed)`;
  });
  throw new ChangedMeanwhile("saved this card", JSON.stringify(now), changes.join(", "));
}
