import type { SettingKey } from "./rules.ts";

/** What the Settings tab calls each setting. */
export const SETTING_LABELS: Record<SettingKey, string> = {
  site_title: "Site title",
  site_description: "Site description",
  contact_email: "Contact email",
  phone_number: "Phone number",
  meta_keywords: "Meta keywords",
  time_zone: "Time zone",
  blog_date_display: "Date on blog posts",
  confirmation_mail: "Send a confirmation mail to whoever sends an enquiry",
  security_contact: "Security contact",
  keep_enquiries_months: "Keep enquiries for (months)",
  google_analytics_id: "Google Analytics ID",
  google_analytics_code: "Analytics code",
  google_search_console: "Search Console verification",
  google_search_console_code: "Search Console code",
  google_tag_manager: "Google Tag Manager ID",
  google_tag_manager_code: "Tag Manager code",
  google_analytics_code_at_once: "Run the analytics code at once, before the visitor accepts",
  google_tag_manager_code_at_once: "Run the Tag Manager code at once, before the visitor accepts",
  google_tag_manager_custom_html: "Allow custom HTML tags",
  tracking_safe_mode: "Safe mode: put no tracking out at all",
  facebook_url: "Facebook",
  instagram_url: "Instagram",
  linkedin_url: "LinkedIn",
  youtube_url: "YouTube",
};
