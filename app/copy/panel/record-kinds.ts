// Names for kinds of records that can be deleted and restored.

/** Keyed by the names in the panel's URLs and the security log. */
export const recordKinds = {
  "blog-posts": {
    label: "Blog posts",
    head: "Post",
    noun: { one: "blog post", many: "blog posts" },
    logged: "the blog post",
    restored: "Blog post restored",
    restoreFailed: "Failed to restore blog post",
  },
  "case-studies": {
    label: "Case studies",
    head: "Case study",
    noun: { one: "case study", many: "case studies" },
    logged: "the case study",
    restored: "Case study restored",
    restoreFailed: "Failed to restore case study",
  },
  "landing-pages": {
    label: "Pages you added",
    head: "Page",
    noun: { one: "page", many: "pages" },
    logged: "the page",
    restored: "Page restored",
    restoreFailed: "Failed to restore page",
  },
  industries: {
    label: "Industries",
    head: "Industry",
    noun: { one: "industry", many: "industries" },
    logged: "the industry",
    restored: "Industry restored",
    restoreFailed: "Failed to restore industry",
  },
  media: {
    label: "Images",
    head: "Image",
    noun: { one: "image", many: "images" },
    logged: "the image",
    restored: "Image restored",
    restoreFailed: "Failed to restore image",
  },
  "website-content": {
    label: "Website content",
    head: "Content item",
    noun: { one: "content item", many: "content items" },
    logged: "the content item",
    restored: "Content restored",
    restoreFailed: "Failed to restore content",
  },
} as const;

export type RestorableName = keyof typeof recordKinds;

/** Forms that autosave, by `data-form` (CONTRACT). */
export const AUTOSAVE_KINDS = [
  "blog-post",
  "case-study",
  "landing-page",
  "website-content",
  "page-seo",
  "settings",
  "industry",
  "redirect",
  "media",
] as const;
export type AutosaveKind = (typeof AUTOSAVE_KINDS)[number];
