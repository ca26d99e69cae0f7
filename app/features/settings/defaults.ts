// Settings (SPEC 3) and their defaults.
import { BUILT_IN_BRAND_COLOR, BUILT_IN_MARKER_COLOR, BUILT_IN_SITE_TITLE } from "../../copy/business.ts";
import { BUILT_IN_LOOK } from "./looks.ts";

const DEFAULTS = {
  site_title: BUILT_IN_SITE_TITLE,
  /** six hex digits (decision 0055) */
  brand_color: BUILT_IN_BRAND_COLOR,
  marker_color: BUILT_IN_MARKER_COLOR,
  /** one of `LOOK_NAMES` */
  look: BUILT_IN_LOOK as string,
  /** IANA name (decision 0035.4) */
  time_zone: "America/New_York",
  /** `today` follows the spec; `published` shows the real date (decision 0035.4) */
  blog_date_display: "today",
  /** `on`: visitors get a confirmation email after an enquiry */
  confirmation_mail: "off",
  /** `on`: submitting the audit form starts an automatic check (decision 0051) */
  instant_audit: "on",
  /** `on`: the owner's code runs without consent */
  google_analytics_code_at_once: "off",
  google_tag_manager_code_at_once: "off",
  /** `on`: tag manager containers may add inline scripts (decision 0035.37) */
  google_tag_manager_custom_html: "off",
  tracking_safe_mode: "off",
};

const SETTING_KEYS = [
  "site_title",
  "site_description",
  "contact_email",
  "phone_number",
  "meta_keywords",
  "google_analytics_id",
  "google_analytics_code",
  "google_search_console",
  "google_search_console_code",
  "google_tag_manager",
  "google_tag_manager_code",
  "facebook_url",
  "instagram_url",
  "linkedin_url",
  "youtube_url",
] as const;

type OptionalKey =
  | Exclude<(typeof SETTING_KEYS)[number], keyof typeof DEFAULTS>
  | "security_contact"
  | "booking_url"
  | "budget_choices"
  | "timeline_choices"
  | "keep_enquiries_months"
  | "audits_per_day"
  | `stage_${"new" | "contacted" | "qualified" | "won" | "lost"}`;

export type Settings = Record<keyof typeof DEFAULTS, string> & Partial<Record<OptionalKey, string>>;

export const builtInSettings = (): Settings => ({ ...DEFAULTS });
