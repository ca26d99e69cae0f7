/** Labels of the search and sharing fields in every form. */
export const SEARCH_LABELS = {
  meta_title: "Meta title",
  meta_description: "Meta description",
  meta_keywords: "Meta keywords",
  canonical_url: "Canonical URL",
  share_image: "Share image",
  is_indexable: "Search engines can index this page",
  is_followable: "Search engines can follow its links",
};

/** Label of `featured` in forms and lists. */
export const PINNED_LABEL = "Pinned";

export const searchFields = {
  heading: "Search and sharing",
  untitled: "Your title",
  result: "Search result",
  device: "Device",
  share: "Link preview",
  hidden: "Hidden from search engines (noindex).",
  elsewhere: (url: string) => `Search engines are pointed to ${url} instead.`,
  pageKeywords: "Empty fields fall back to the built-in default, then to the value on the Settings tab.",
  recordKeywords: "Empty fields are filled in from the text, as shown.",
  canonical:
    "Only if this text was first published somewhere else. Search engines then list that URL instead.",
  canonicalExample: "https://example.com/original",
  shareDrawn: "If left empty, we generate an image from the page's title, as shown.",
  shareOwn: "If left empty, the page's own image is used, as shown.",
  shareUsed: "Shown when this page is shared, cropped to 1200 × 630 around its focal point.",
  shareTooSmall:
    "Too small for link previews, which need at least 600 × 315 pixels. The image shown here is used instead.",
};

export const pinned = {
  post: "Pinned posts come first among the 3 Featured Articles on the blog page, newest first.",
  caseStudy: "Pinned case studies come first on the home page and on service pages for their industry.",
};
