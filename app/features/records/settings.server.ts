import { href } from "react-router";
import { SETTING_LABELS } from "../settings/labels.ts";
import { deleteSetting, listStoredSettings, saveSettings } from "../settings/queries.server.ts";
import { settings as rules, settingKey } from "../settings/rules.ts";
import { website_settings } from "../settings/table.server.ts";
import { checked, holdsAny, type RecordField, type RecordKind } from "./record-kind.server.ts";

/** The settings with text for find and replace, identified by key. */
const KEYS = ["site_title", "site_description", "contact_email", "phone_number", "meta_keywords"] as const;

const nameOf = (key: string) => `Settings, ${SETTING_LABELS[key as keyof typeof SETTING_LABELS] ?? key}`;
const fieldOf = (value = ""): RecordField => ({
  ...{ name: "value", label: "Value", format: "text", value },
  ...(!value && { isDefault: true }),
});

export const settings: RecordKind = {
  name: "settings",
  table: website_settings,
  editor: (key) => `${href("/admin-control-panel-seoprozone/settings")}#${key}`,
  async listWith(db, sought) {
    const found = await Promise.all(KEYS.map((key) => settings.find(db, key)));
    return found.filter((one) => one !== null).filter((one) => holdsAny(one.fields, sought));
  },
  async find(db, id) {
    const { success, data: key } = settingKey.safeParse(id);
    if (!success) return null;
    const { stored } = await listStoredSettings(db);
    return { id: key, name: nameOf(key), fields: [fieldOf(stored[key])] };
  },
  async save(db, id, { value }) {
    const key = checked(settingKey, id as never);
    const { stamps } = await listStoredSettings(db);
    const opened = { [key]: stamps[key] ?? "" };
    if (value) await saveSettings(db, checked(rules, { [key]: value }), opened);
    else await deleteSetting(db, key, opened);
  },
  history: {
    id: (row) => String(row.setting_key),
    name: (row) => nameOf(String(row.setting_key)),
    fields: (row) => [fieldOf(String(row.setting_value))],
    withoutRow: () => [fieldOf()],
    async restore(db, key, { value }) {
      if (value) await saveSettings(db, checked(rules, { [key]: value }));
      else await deleteSetting(db, checked(settingKey, key as never));
    },
  },
};
