// Synonyms that owners may type when they search for a setting.

export const SETTING_WORDS: Record<string, string> = {
  site_title: "company business name brand",
  brand_color: "brand colour color accent links buttons theme",
  marker_color: "brand colour color highlighter accent theme",
  site_description: "search engines home page about",
  contact_email: "e-mail email mail address",
  phone_number: "telephone mobile call",
  meta_keywords: "search engines",
  time_zone: "dates clock",
  blog_date_display: "posts dates today",
  confirmation_mail: "autoreply visitor e-mail email",
  instant_audit: "free seo audit report website checker",
  audits_per_day: "free seo audit limit",
  security_contact: "security.txt report vulnerability",
  keep_enquiries_months: "delete retention privacy gdpr",
  google_analytics_id: "tracking statistics ga4",
  google_analytics_code: "tracking script head",
  google_search_console: "verify webmaster",
  google_search_console_code: "verify meta tag",
  google_tag_manager: "gtm tracking",
  google_tag_manager_code: "gtm script head",
  tracking_safe_mode: "off privacy",
  facebook_url: "social media profile link",
  instagram_url: "social media profile link",
  linkedin_url: "social media profile link",
  youtube_url: "social media profile link video channel",
};

/** Texts that owners look for in the settings, with synonyms and the text's key. */
export const TEXT_SETTINGS = [
  { label: "Business hours", words: "opening hours times closed", text: "contact:hours:items" },
  {
    label: "Postal address",
    words: "street city location office footer",
    text: "footer:contact:address_lines",
  },
  { label: "Logo", words: "favicon icon image picture brand header", text: "header:brand:logo_image" },
  { label: "Name beside the logo", words: "company business brand header", text: "header:brand:logo_text" },
  { label: "Main menu", words: "navigation links header items", text: "header:navigation:items" },
  { label: "Team members", words: "people staff specialists", text: "team:members:items" },
  { label: "CEO", words: "founder owner people team", text: "team:leadership:name" },
  { label: "Privacy policy", words: "legal gdpr data protection", text: "privacy:content:html" },
  { label: "Terms of service", words: "legal conditions", text: "terms:content:html" },
  { label: "Cookie banner", words: "consent question gdpr", text: "footer:consent:text" },
  { label: "Copyright line", words: "footer year", text: "footer:bottom:copyright" },
] as const;
