// Security-relevant settings.
import { builtInSettings } from "./defaults.ts";
import type { Stored } from "./queries.server.ts";
import type { SettingKey } from "./rules.ts";

const WATCHED: readonly SettingKey[] = [
  "contact_email",
  "confirmation_mail",
  "keep_enquiries_months",
  "security_contact",
  "google_analytics_id",
  "google_analytics_code",
  "google_search_console",
  "google_search_console_code",
  "google_tag_manager",
  "google_tag_manager_code",
  "google_analytics_code_at_once",
  "google_tag_manager_code_at_once",
  "google_tag_manager_custom_html",
  "tracking_safe_mode",
];
const DEFAULTS: Stored = builtInSettings();

function measure(key: SettingKey, value = ""): number | boolean {
  if (DEFAULTS[key] === "on" || DEFAULTS[key] === "off") return value === "on";
  return key === "keep_enquiries_months" ? Number(value) : value.length;
}

/**
 * Returns changed settings for the security log. Text is reported by length, never by value.
 * @param before from `listStoredSettings`
 */
export function watchedChanges(before: Stored, after: Stored) {
  return WATCHED.filter((key) => before[key] !== after[key]).map((key) => ({
    key,
    before: measure(key, before[key]),
    after: measure(key, after[key]),
  }));
}
