// The settings of SPEC 3 (website_settings) and their defaults.
import { BUILT_IN_BRAND_COLOR, BUILT_IN_MARKER_COLOR, BUILT_IN_SITE_TITLE } from "../../copy/business.ts";

const DEFAULTS = {
  site_title: BUILT_IN_SITE_TITLE,
  /** for links, buttons and the background of highlighted words; six hex digits (decision 0055) */
  brand_color: BUILT_IN_BRAND_COLOR,
  marker_color: BUILT_IN_MARKER_COLOR,
  /** IANA name of the zone that dates are shown in (decision 0035.4) */
  time_zone: "America/New_York",
  /** `today` is the spec's own rule, `published` the real date (decision 0035.4) */
  blog_date_display: "today",
  /** `on`: visitors who send an enquiry get a confirmation email */
  confirmation_mail: "off",
  /** `on`: a website entered in the audit form is checked right away (decision 0051) */
  instant_audit: "on",
  /** `on`: the owner's own code runs without waiting for the visitor to accept */
  google_analytics_code_at_once: "off",
  google_tag_manager_code_at_once: "off",
  /** `on`: scripts that a tag manager container writes into the page may run (decision 0035.37) */
  google_tag_manager_custom_html: "off",
  /** `on`: pauses all tracking, whatever else is set */
  tracking_safe_mode: "off",
};

/** The keys of SPEC 3, in its order. */
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
  | "keep_enquiries_months"
  | "audits_per_day";

/** The default limit of visitor audits per day. */
export const AUDITS_PER_DAY = 200;

/** The site's settings by key. Keys without a default are absent until set. */
export type Settings = Record<keyof typeof DEFAULTS, string> & Partial<Record<OptionalKey, string>>;

export const builtInSettings = (): Settings => ({ ...DEFAULTS });
