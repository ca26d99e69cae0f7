import { cardOf, cardTitle, keysOfCard, SETTINGS_CARDS, settingsCardId } from "../settings/cards.ts";
import { listStoredSettings, valuesOf, writeSettings } from "../settings/queries.server.ts";
import {
  isSettingText,
  settings as rules,
  SETTING_LABELS,
  type SettingKey,
  settingKey,
} from "../settings/rules.ts";
import { settingPath } from "../settings/subjects.ts";
import { website_settings } from "../settings/table.server.ts";
import { checked, holdsAny, type RecordField, type RecordKind } from "./record-kind.server.ts";

const fieldOf = (key: SettingKey, value = "", name: string = key): RecordField => ({
  ...{ name, label: SETTING_LABELS[key], format: isSettingText(key) ? "text" : "other", value },
  ...(!value && { isDefault: true }),
});

/**
 * Returns setting keys by field name. Drafts from version 0.2 and earlier hold a single setting, as `value`.
 */
function keysOf(id: string): Record<string, SettingKey> | null {
  const [card, key] = [settingsCardId.safeParse(id).data, settingKey.safeParse(id).data];
  if (card) return Object.fromEntries(keysOfCard(card).map((one) => [one, one]));
  return key ? { value: key } : null;
}

const nameOf = (id: string) => {
  const card = settingsCardId.safeParse(id).data ?? cardOf(id);
  return `Settings, ${card ? cardTitle(card) : id}`;
};

/** The settings of a page of the Settings tab. Each setting has its own history. */
export const settings: RecordKind = {
  name: "settings",
  table: website_settings,
  keepsEmpty: true,
  editor: settingPath,
  async listWith(db, sought) {
    const found = await Promise.all(SETTINGS_CARDS.map((card) => settings.find(db, card)));
    return found.filter((one) => one !== null).filter((one) => holdsAny(one.fields, sought));
  },
  async find(db, id) {
    const keys = keysOf(id);
    if (!keys) return null;
    const stored = await listStoredSettings(db);
    const fields = Object.entries(keys).map(([name, key]) => fieldOf(key, stored[key], name));
    return { id, name: nameOf(id), fields };
  },
  async save(db, id, changed) {
    const keys = keysOf(id) ?? {};
    const given = Object.entries(changed).flatMap(([name, value]) =>
      keys[name] ? [[keys[name], value]] : [],
    );
    const set = checked(rules, Object.fromEntries(given.filter(([, value]) => value)));
    const removed = given.filter(([, value]) => !value).map(([key]) => [key, null]);
    await writeSettings(db, { ...valuesOf(set), ...Object.fromEntries(removed) });
  },
  history: {
    id: ({ setting_key: key }) => cardOf(String(key)) ?? String(key),
    keys: (id) => Object.values(keysOf(id) ?? {}),
    name: (row) => nameOf(String(row.setting_key)),
    fields: (row) => fieldsOf(row.setting_key, String(row.setting_value)),
    withoutRow: (row) => fieldsOf(row.setting_key),
  },
};

const fieldsOf = (key: unknown, value?: string) =>
  settingKey.options.filter((known) => known === key).map((known) => fieldOf(known, value));
