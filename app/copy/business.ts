// Fixed numbers and defaults (SPEC 3, 4, 5, 9). Prices aren't here, because the owner can edit them as texts.

/** How long a toast is shown (SPEC 8, 9). */
export const TOAST_MS = 5000;

/** How long a toast with Undo is shown in the panel: long enough to read it, understand it and reach the button. */
export const UNDO_TOAST_MS = 20_000;

/**
 * How long the Services dropdown stays open after the pointer leaves (SPEC 2, 9). Keep it in sync with
 * `pages/layout.menus.css`.
 */
export const DROPDOWN_CLOSE_MS = 150;

/** Cards truncate a case study's challenge at this length (SPEC 9). */
export const CASE_STUDY_EXCERPT_CHARS = 120;

/** Maximum number of case study cards on the home page (SPEC 2, 9). */
export const HOME_CASE_STUDIES = 6;

/** Related case studies on a service page before the Show All button appears (SPEC 2, 9). */
export const SERVICE_CASE_STUDIES = 3;

/** Maximum number of case studies after Show All, to keep pages small. The full list has the others. */
export const SERVICE_ALL_CASE_STUDIES = 200;

/** Number of testimonials on the home page. */
export const HOME_TESTIMONIALS = 2;
/** Number of testimonials on a service page, which shows those from its case studies' industries. */
export const SERVICE_TESTIMONIALS = 1;

/** Number of case studies on a page of the list, and of related ones below a case study. */
export const CASE_STUDIES_PER_PAGE = 48;
export const RELATED_CASE_STUDIES = 3;

/** Case study titles per page of the HTML sitemap. */
export const SITEMAP_CASE_STUDIES = 1000;
/** Newest posts on the HTML sitemap. */
export const SITEMAP_POSTS = 10;

/** The blog list: featured posts, recent posts shown at first, and posts added per click (SPEC 2, 9). */
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

/** Default site name; texts use it as `{site}`. */
export const BUILT_IN_SITE_TITLE = "SEO Pro Zone";

/** Default brand colors: links and buttons, and the highlighter behind headlines. */
export const BUILT_IN_BRAND_COLOR = "#2442e8";
export const BUILT_IN_MARKER_COLOR = "#e2f54b";

/** Defaults for a record's empty fields (SPEC 5, 9). */
export const DEFAULT_DURATION = "6 months";
export const DEFAULT_AUTHOR = "SEO Pro Zone";
export const DEFAULT_CATEGORY = "SEO Strategy";

/** Image for records that have none (SPEC 3). */
export const PLACEHOLDER_IMAGE = "/placeholder.svg";

/** Recommended maximum length in the Page SEO dialog; not enforced (SPEC 5, decision 0035.17). */
export const META_TITLE_HINT_CHARS = 60;

/** Recommended minimum length of a title or description; not enforced. */
export const META_TITLE_MIN_CHARS = 20;
export const META_DESCRIPTION_MIN_CHARS = 70;

/** The built-in square brand image, used until the owner chooses one. */
export const BUILT_IN_MARK = "/mark.svg";

/** Marks a person without a photo: pages draw initials instead. */
export const BUILT_IN_PORTRAIT = "/initials.svg";
