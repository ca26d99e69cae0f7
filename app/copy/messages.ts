// Every toast and message of SPEC 8, word for word.

/** What the panel says of every kind of record; `failed` by what a form asks for. */
const record = (
  noun: string,
  { one, many }: { one: string; many: string },
  failed: { add: string; update: string },
) => ({
  fetchFailed: `Failed to fetch ${many}`,
  added: `${noun} added successfully`,
  updated: `${noun} updated successfully`,
  deleted: `${noun} deleted successfully`,
  failed: { ...failed, delete: `Failed to delete ${one}` },
});

const both = (failed: string) => ({ add: failed, update: failed });

/** What the save of a text adds where it links to pages of this site that are not there; empty for none. */
export const brokenLinks = (paths: readonly string[]): string =>
  paths.length
    ? `There is no page at ${paths.join(", ")}: visitors who follow the link see “Page not found”.`
    : "";

/** What the toast of a deletion adds where texts link to what is gone; a dead link is shown as its words alone. */
export const stillLinked = (texts: number): string | undefined =>
  texts === 0
    ? undefined
    : `${texts === 1 ? "One text links" : `${texts} texts link`} to it: visitors see the words without a link.`;

/** Public forms and the login have toasts of a title and, where the spec gives two parts, a text; the rest are lines. */
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
    ...record("Case study", { one: "case study", many: "case studies" }, both("Failed to save case study")),
    missing: "Please fill in all required fields (Title, Client, Industry)",
    readFailed: "Failed to fetch case study",
  },
  industry: {
    ...record("Industry", { one: "industry", many: "industries" }, both("Failed to save industry")),
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
  content: {
    ...record(
      "Content",
      { one: "content", many: "content" },
      { add: "Failed to add content", update: "Failed to update content" },
    ),
    missing: "Please fill in all required fields",
    /** the Pages tab's own */
    fetchPageFailed: "Failed to fetch page content",
    saveFailed: "Failed to save content",
  },
  pageSeo: {
    fetchFailed: "Failed to fetch page SEO data",
    updated: "SEO settings updated successfully",
    updateFailed: "Failed to update SEO settings",
    shareDrawn: "Empty: a card is drawn from the page's title, as shown.",
    shareUsed: "Shown where a link to this page is shared, 1200 × 630 around its focal point.",
    shareTooSmall: "Too small for shared links: it needs 600 × 315 pixels. The drawn card is used.",
  },
  settings: {
    fetchFailed: "Failed to fetch settings",
    saved: "Settings saved successfully",
    kept: "Empty fields keep what is stored; use Remove.",
    saveFailed: (reason?: string) => `Failed to save settings: ${reason || "Unknown error"}`,
  },

  /** on public pages, for the owner, or for people who were sent a link to a preview */
  ownerBar: {
    visit: {
      label: "You are logged in",
      text: "You are logged in: this page is shown without tracking. To test your tags, use a private window.",
      panel: "Control panel",
    },
    link: {
      label: "Preview",
      text: "Preview: changes that are not published yet. Please do not pass it on. Forms of this page send nothing.",
      panel: null,
    },
    owner: {
      label: "Preview",
      text: "Preview: only you see this page, and nothing of it is saved. Close this window to go on with the form.",
      panel: "Control panel",
    },
    changes: {
      label: "Preview",
      text: "Preview: only you see this page, with changes that are not published yet. Nothing here can be sent.",
      panel: "Control panel",
    },
    past: {
      label: "The site as it was",
      text: (when: string) =>
        `The site on ${when}: its words, pictures and settings of that moment, in the design of today. Only you see it, and its forms send nothing.`,
      draft: "Visitors had no such page: it was not published.",
      unknown: (names: readonly string[], more: number) =>
        `Not in the history any more, and shown as it is now: ${names.join(", ")}${more ? ` and ${more} more` : ""}.`,
      gone: (count: number) =>
        count === 1
          ? "One picture of then was deleted since and cannot be shown."
          : `${count} pictures of then were deleted since and cannot be shown.`,
      now: "This page now",
      panel: "Control panel",
    },
  },

  /** what was sent to a page that takes no such thing */
  notTaken: {
    title: "This page takes no such form",
    text: "Nothing was stored. Open the page you came from once more and try again.",
  },

  /** pages that cannot be read now */
  outage: {
    title: "Something went wrong on our side",
    text: "The address is right, and nothing is wrong with your device. Please try again in a minute.",
    again: "Try again",
    home: "Return to Home",
  },
} as const;
