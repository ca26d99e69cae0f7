// Fixed figures of the business (SPEC 3, 4, 5, 9), each with its unit. Prices are texts.

/** How long a toast shows (SPEC 8, 9). */
export const TOAST_MS = 5000;

/** How long the Services dropdown stays after the pointer left it (SPEC 2, 9); `pages/layout.menus.css` keeps the same. */
export const DROPDOWN_CLOSE_MS = 150;

/** Where a card cuts a case study's challenge, before the ellipsis (SPEC 9). */
export const CASE_STUDY_EXCERPT_CHARS = 120;

/** Case study cards on the home page, at most (SPEC 2, 9). */
export const HOME_CASE_STUDIES = 6;

/** Related case studies on a service page; more than these bring the Show All button (SPEC 2, 9). */
export const SERVICE_CASE_STUDIES = 3;

/** What Show All shows at most, so that no page is without end; beyond them it leads on to the list. */
export const SERVICE_ALL_CASE_STUDIES = 200;

/** What clients say: on the home page, and on a service's from the industries of its case studies. */
export const HOME_TESTIMONIALS = 2;
export const SERVICE_TESTIMONIALS = 1;

/** Case studies on one page of the list, and below a case study. */
export const CASE_STUDIES_PER_PAGE = 48;
export const RELATED_CASE_STUDIES = 3;

/**
 * From so many case studies on, the list of an industry is for search engines. With fewer it says hardly more than the
 * case studies' own pages do.
 */
export const INDEXED_FILTER_CASE_STUDIES = 3;

/** Titles on one page of the HTML sitemap: all of them, but on a site that no visitor would read through. */
export const SITEMAP_CASE_STUDIES = 1000;

/** The blog list (SPEC 2, 9): posts as Featured Articles, then recent ones seen at first and added for each click. */
export const BLOG_FEATURED = 3;
export const BLOG_RECENT_VISIBLE = 6;
export const BLOG_RECENT_STEP = 6;

/** What public forms offer (SPEC 3). */
export const SERVICE_OPTIONS = [
  "Local SEO",
  "Technical SEO",
  "National SEO",
  "E-commerce SEO",
  "SEO Consulting",
  "Digital PR",
] as const;

/** What the site is called until its owner says otherwise; texts name it as `{site}`. */
export const BUILT_IN_SITE_TITLE = "SEO Pro Zone";

/** The colors of the brand until its owner chooses others: of links and buttons, and of the marker behind headlines. */
export const BUILT_IN_BRAND_COLOR = "#2442e8";
export const BUILT_IN_MARKER_COLOR = "#e2f54b";

/** What a record gets where the owner left the field empty (SPEC 5, 9). */
export const DEFAULT_DURATION = "6 months";
export const DEFAULT_AUTHOR = "SEO Pro Zone";
export const DEFAULT_CATEGORY = "SEO Strategy";

/** The last resort of a record without a picture (SPEC 3). */
export const PLACEHOLDER_IMAGE = "/placeholder.svg";

/** The length that the Page SEO dialog hints at and never enforces (SPEC 5, decision 0035.17). */
export const META_TITLE_HINT_CHARS = 60;

/** Below these a title or a description says too little of its page: a hint too. */
export const META_TITLE_MIN_CHARS = 20;
export const META_DESCRIPTION_MIN_CHARS = 70;

/** The built-in picture of the brand, a square; it stands wherever the owner has chosen none. */
export const BUILT_IN_MARK = "/mark.svg";

/** Stands for no photograph of a person: pages then draw the initials, each person's own. */
export const BUILT_IN_PORTRAIT = "/initials.svg";
