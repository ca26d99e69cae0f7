// Each page of the Settings tab with settings is a record ("card" in code) whose fields are settings. The first page is
// SPEC 2's three cards.
import { z } from "zod";
import { SETTING_LABELS, type SettingKey, settingKey } from "./rules.ts";

export const SOCIAL_KEYS = ["facebook_url", "instagram_url", "linkedin_url", "youtube_url"] as const;

const TRACKING_KEYS = [
  "google_analytics_id",
  "google_tag_manager",
  "google_search_console",
  "google_tag_manager_custom_html",
  "google_analytics_code",
  "google_analytics_code_at_once",
  "google_tag_manager_code",
  "google_tag_manager_code_at_once",
  "google_search_console_code",
  "tracking_safe_mode",
] as const;

const CARDS = {
  general: {
    title: "Business and analytics",
    keys: [
      ...["site_title", "contact_email", "phone_number", "time_zone", "site_description", "meta_keywords"],
      ...SOCIAL_KEYS,
      ...TRACKING_KEYS,
    ],
  },
  brand: { title: "Brand", keys: ["brand_color", "marker_color", "look"] },
  enquiries: {
    title: "Enquiries",
    keys: [
      ...["confirmation_mail", "keep_enquiries_months", "instant_audit", "audits_per_day"],
      ...["booking_url", "budget_choices", "timeline_choices"],
      ...["stage_new", "stage_contacted", "stage_qualified", "stage_won", "stage_lost"],
    ],
  },
  advanced: { title: "Advanced", keys: ["blog_date_display", "security_contact"] },
} as const satisfies Record<string, { title: string; keys: readonly SettingKey[] }>;

const KNOWN = {
  ...CARDS,
  // These were records of their own. Drafts, autosaves and open tabs from before an update still name them.
  social: { title: "Social media", keys: SOCIAL_KEYS },
  tracking: { title: "Analytics and verification", keys: TRACKING_KEYS },
};

/** Cards that are now part of the first page's record. */
export const JOINED_CARDS = ["social", "tracking"] as const satisfies readonly SettingsCardId[];

export type SettingsCardId = keyof typeof KNOWN;
export const settingsCardId = z.enum(Object.keys(KNOWN) as [SettingsCardId, ...SettingsCardId[]]);
export const SETTINGS_CARDS = Object.keys(CARDS) as (keyof typeof CARDS)[];

export const cardTitle = (card: SettingsCardId): string => KNOWN[card].title;
export const keysOfCard = (card: SettingsCardId): readonly SettingKey[] => KNOWN[card].keys;

export const labelsOfCard = (card: SettingsCardId): Record<string, string> =>
  Object.fromEntries(keysOfCard(card).map((key) => [key, SETTING_LABELS[key]]));

export function cardOf(key: string): SettingsCardId | undefined {
  const { data: known } = settingKey.safeParse(key);
  return known && SETTINGS_CARDS.find((card) => keysOfCard(card).includes(known));
}
