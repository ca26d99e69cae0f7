// Fixed numbers of the business (SPEC 3, 4, 5, 9), each with its unit. Prices are texts.

/** How long a toast is shown (SPEC 8, 9). */
export const TOAST_MS = 5000;

/**
 * How long the Services dropdown stays open after the pointer leaves (SPEC 2, 9); the same as in
 * `pages/layout.menus.css`.
 */
export const DROPDOWN_CLOSE_MS = 150;

/** Length at which a card truncates a case study's challenge with an ellipsis (SPEC 9). */
export const CASE_STUDY_EXCERPT_CHARS = 120;

/** The most case study cards on the home page (SPEC 2, 9). */
export const HOME_CASE_STUDIES = 6;

/** Related case studies on a service page; if there are more, the Show All button appears (SPEC 2, 9). */
export const SERVICE_CASE_STUDIES = 3;

/** The most that Show All shows, so pages stay a reasonable size. The rest are in the list it links to. */
export const SERVICE_ALL_CASE_STUDIES = 200;

/** Testimonials: on the home page, and on a service's page from the industries of its case studies. */
export const HOME_TESTIMONIALS = 2;
export const SERVICE_TESTIMONIALS = 1;

/** Case studies per page of the list, and below a case study. */
export const CASE_STUDIES_PER_PAGE = 48;
export const RELATED_CASE_STUDIES = 3;

/** Titles per page of the HTML sitemap: all of them, unless there are too many for a visitor to read through. */
export const SITEMAP_CASE_STUDIES = 1000;

/** The blog list (SPEC 2, 9): featured posts, then how many recent ones are visible at first and added per click. */
export const BLOG_FEATURED = 3;
export const BLOG_RECENT_VISIBLE = 6;
export const BLOG_RECENT_STEP = 6;

/** The services offered in public forms (SPEC 3). */
export const SERVICE_OPTIONS = [
  "Local SEO",
  "Technical SEO",
  "National SEO",
  "E-commerce SEO",
  "SEO Consulting",
  "Digital PR",
] as const;

/** The site's name until the owner changes it; texts use it as `{site}`. */
export const BUILT_IN_SITE_TITLE = "SEO Pro Zone";

/** The brand colors until the owner changes them: for links and buttons, and for the marker behind headlines. */
export const BUILT_IN_BRAND_COLOR = "#2442e8";
export const BUILT_IN_MARKER_COLOR = "#e2f54b";

/** Values for a record's fields that the owner left empty (SPEC 5, 9). */
export const DEFAULT_DURATION = "6 months";
export const DEFAULT_AUTHOR = "SEO Pro Zone";
export const DEFAULT_CATEGORY = "SEO Strategy";

/** Fallback for a record without an image (SPEC 3). */
export const PLACEHOLDER_IMAGE = "/placeholder.svg";

/** The length that the Page SEO dialog recommends but doesn't enforce (SPEC 5, decision 0035.17). */
export const META_TITLE_HINT_CHARS = 60;

/** A shorter title or description says too little about its page; also only recommended. */
export const META_TITLE_MIN_CHARS = 20;
export const META_DESCRIPTION_MIN_CHARS = 70;

/** The built-in brand image, a square, used wherever the owner hasn't chosen one. */
export const BUILT_IN_MARK = "/mark.svg";

/** Means that a person has no photo: pages draw the person's initials instead. */
export const BUILT_IN_PORTRAIT = "/initials.svg";
