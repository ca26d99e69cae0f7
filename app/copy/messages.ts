// SPEC 8's toasts and messages, word for word, and a few that the spec doesn't define.

/** The panel's messages for every kind of record; `failed` is keyed by the form's intent. */
export const record = (
  noun: string,
  { one, many }: { one: string; many: string },
  failed = { add: `Failed to save ${one}`, update: `Failed to save ${one}` },
) => ({
  fetchFailed: `Failed to fetch ${many}`,
  added: `${noun} added successfully`,
  updated: `${noun} updated successfully`,
  deleted: `${noun} deleted successfully`,
  failed: { ...failed, delete: `Failed to delete ${one}` },
});

/** Returns a warning to append to a save's message if the text links to missing pages; otherwise an empty string. */
export const brokenLinks = (paths: readonly string[]): string =>
  paths.length
    ? `There's no page at ${paths.join(", ")}, so visitors who follow the link get a “Page not found” error.`
    : "";

/** Notices in the menu editor about the window width that the menu needs. */
export const menuWidth = {
  wide: "The menu fits in windows at least 1,280 pixels wide. Smaller ones show a menu button instead.",
  none: "The menu is too long for one row, so every visitor sees a menu button instead. To show the links, shorten or remove some.",
} as const;

/** Returns a note to append to a deletion's toast if texts link to the deleted page. */
export const stillLinked = (texts: number): string | undefined =>
  texts === 0
    ? undefined
    : `${texts === 1 ? "One content item links" : `${texts} content items link`} to it. Visitors see plain text instead of a link.`;

/** Toasts of public forms and the sign-in have a title and an optional text; all others are one line. */
export const messages = {
  hero: {
    success: { title: "Thank you for your inquiry!", text: "We'll get in touch with you shortly." },
    failure: { title: "Failed to send your inquiry. Please try again." },
    missingService: { title: "Please select a service you're interested in." },
  },
  service: {
    success: { title: "Thank you for your inquiry!", text: "We'll get back to you within 24 hours." },
    failure: { title: "Failed to send your inquiry. Please try again." },
  },
  audit: {
    success: { title: "Thank you for your request!", text: "We would connect you shortly." },
    failure: { title: "Failed to send audit request. Please try again." },
  },
  contact: {
    success: { title: "Thank you for your message!", text: "We would connect you shortly." },
    failure: { title: "Error", text: "Failed to send message. Please try again." },
  },

  login: {
    success: { title: "Login Successful", text: "Welcome to the admin panel!" },
    wrongPassword: { title: "Invalid Password", text: "Please enter the correct admin password." },
    loggedOut: { title: "Logged Out", text: "You have been logged out successfully." },
  },

  caseStudy: {
    ...record("Case study", { one: "case study", many: "case studies" }),
    missing: "Please fill in all required fields (Title, Client, Industry)",
    readFailed: "Failed to fetch case study",
  },
  industry: {
    ...record("Industry", { one: "industry", many: "industries" }),
    missing: "Industry name is required",
  },
  blogPost: {
    ...record(
      "Blog post",
      { one: "blog post", many: "blog posts" },
      { add: "Failed to add blog post", update: "Failed to update blog post" },
    ),
    missing: "Please fill in title and content",
    readFailed: "Failed to fetch blog post",
  },
  landingPage: {
    ...record("Page", { one: "page", many: "pages" }),
    missing: "Enter a title",
    readFailed: "Failed to fetch page",
    changed: "This page has changed since you opened it",
  },
  content: {
    ...record(
      "Content",
      { one: "content", many: "content" },
      { add: "Failed to add content", update: "Failed to update content" },
    ),
    missing: "Please fill in all required fields",
    /** only for the Pages tab */
    fetchPageFailed: "Failed to fetch page content",
    saveFailed: "Failed to save content",
  },
  pageSeo: {
    fetchFailed: "Failed to fetch page SEO data",
    updated: "SEO settings updated successfully",
    updateFailed: "Failed to update SEO settings",
  },
  settings: {
    fetchFailed: "Failed to fetch settings",
    saved: "Settings saved successfully",
    emptyKeep: "Empty fields keep their saved value.",
    saveFailed: (reason?: string) => `Failed to save settings: ${reason || "Unknown error"}`,
  },

  /** on public pages, for the owner or people with a preview link */
  ownerBar: {
    visit: {
      label: "You are logged in",
      text: "You're logged in, so this page has no tracking. To test your tags, use a private window.",
      edit: "Edit this page",
      panel: "Control panel",
    },
    link: {
      label: "Preview",
      text: "Preview of unpublished changes. Please don't share it. Forms on this page don't send anything.",
      panel: null,
    },
    owner: {
      label: "Preview",
      text: "Preview: only you can see this page, and nothing is saved. Close this tab to return to the form.",
      panel: "Control panel",
    },
    changes: {
      label: "Preview",
      text: "Preview with unpublished changes: only you can see this page. Forms don't send anything.",
      panel: "Control panel",
    },
    past: {
      label: "The site as it was",
      text: (when: string) =>
        `The site as it was on ${when}: the text, images and settings from then, in today's design. Only you can see it, and forms don't send anything.`,
      draft: "Visitors couldn't see this page: it wasn't published.",
      unknown: (names: readonly string[], more: number) =>
        `History doesn't go back far enough for these, so you see their current version: ${names.join(", ")}${more ? ` and ${more} more` : ""}.`,
      gone: (count: number) =>
        count === 1
          ? "One image has been deleted since then and can't be shown."
          : `${count} images have been deleted since then and can't be shown.`,
      now: "Current version of this page",
      panel: "Control panel",
    },
  },

  /** a form sent to a page that doesn't accept it */
  notAccepted: {
    title: "This form can't be submitted here",
    text: "Nothing was saved. Go back to the page you came from and try again.",
  },

  /** pages that can't be read right now */
  outage: {
    title: "Something went wrong on our side",
    text: "The URL is correct and your device is fine. Please try again in a minute.",
    again: "Try again",
    home: "Return to Home",
  },
} as const;
