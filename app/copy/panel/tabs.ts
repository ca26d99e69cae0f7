// Texts about the tabs. CONTRACT "Tabs" lists their names.

/** Group headings in the list of tabs. SPEC 2's seven tabs come first, without a heading. */
export const tabGroups = { leads: "Leads", site: "Site", publishing: "Publishing" } as const;

/** What's behind tabs whose names alone look like another tab's, shown beside them. */
export const tabAsides: Record<string, string | undefined> = {
  pages: "page by page",
  content: "all text",
  "case-studies": "case studies",
  changes: "pending",
  activity: "history",
};

/** What each tab is for, shown on hover. */
export const tabHints = {
  dashboard: "What needs your attention",
  pages: "Text and SEO, page by page",
  content: "All text on the site in one list",
  settings: "Business, brand, email, analytics and password",
  enquiries: "Enquiries and newsletter subscribers",
  redirects: "Old URLs, and pages visitors couldn't find",
  media: "Images and where they're used",
  import: "Move in from WordPress, Ghost, CSV or Markdown",
  people: "Who else can log in, and what they may do",
  changes: "Drafts to preview, publish or schedule",
  activity: "What changed, and earlier versions",
} as const;

/** Names the menu of tabs on small screens. */
export const allTabs = "All tabs";
