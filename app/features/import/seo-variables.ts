// Resolves SEO plugins' variables: %%title%% (Yoast, SEOPress), %title% (Rank Math) or #post_title
// (AIOSEO).

export type SeoFacts = {
  title: string;
  siteTitle: string;
  tagline: string;
  excerpt: string;
  category: string;
  tags: string[];
  author: string;
  date: Date | null;
  modified: Date | null;
  focusKeyword: string;
  id: string;
  type: string;
};

const SEPARATOR = "–";

const on = (date: Date | null, options: Intl.DateTimeFormatOptions) =>
  date ? date.toLocaleDateString("en-US", { ...options, timeZone: "UTC" }) : "";
const LONG = { year: "numeric", month: "long", day: "numeric" } as const;

/** Variables by name. The plugins share most names. */
const VALUES: [names: string, value: (facts: SeoFacts) => string][] = [
  ["title post_title seo_title", ({ title }) => title],
  ["sitename sitetitle site_title site_name blog_title", ({ siteTitle }) => siteTitle],
  ["sitedesc tagline site_description blog_description", ({ tagline }) => tagline],
  ["sep separator separator_sa", () => SEPARATOR],
  ["excerpt excerpt_only post_excerpt post_excerpt_only seo_description", ({ excerpt }) => excerpt],
  [
    "category primary_category categories post_category term_title category_title taxonomy_title",
    ({ category }) => category,
  ],
  ["tag tags post_tag", ({ tags }) => tags.join(", ")],
  ["author name post_author author_name author_display_name post_author_name", ({ author }) => author],
  ["author_first_name", ({ author }) => author.split(" ")[0] ?? ""],
  ["date post_date", ({ date }) => on(date, LONG)],
  ["modified post_modified_date", ({ modified, date }) => on(modified ?? date, LONG)],
  ["post_year", ({ date }) => on(date, { year: "numeric" })],
  ["post_month", ({ date }) => on(date, { month: "long" })],
  ["post_day", ({ date }) => on(date, { day: "numeric" })],
  ["currentyear current_year", () => String(new Date().getFullYear())],
  ["currentmonth current_month", () => on(new Date(), { month: "long" })],
  ["currentdate current_date", () => on(new Date(), LONG)],
  ["currentday current_day", () => on(new Date(), { day: "numeric" })],
  ["focuskw focus_keyword keyword target_keyword", ({ focusKeyword }) => focusKeyword],
  ["id post_id", ({ id }) => id],
  ["pt_single post_type_name cpt_name", ({ type }) => capitalized(type)],
  ["pt_plural", ({ type }) => `${capitalized(type)}s`],
  ["page pagenumber pagetotal page_number current_pagination searchphrase search_query", () => ""],
];

const capitalized = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

const BY_NAME = new Map(
  VALUES.flatMap(([names, value]) => names.split(" ").map((name) => [name, value] as const)),
);

const VARIABLE = /%%([a-z][\w-]*)(?:\([^)]*\))?%%|%([a-z][\w-]*)(?:\([^)]*\))?%(?!\d)|#([a-z]+_[\w-]+)\b/gi;

/** Resolves the variables in a title or description. Unknown ones are removed with their separators. */
export function resolveVariables(
  template: string,
  facts: SeoFacts,
  onUnknown: (name: string) => void,
): string {
  if (!/[%#]/.test(template)) return template.trim();
  const resolved = template.replace(
    VARIABLE,
    (written, yoast?: string, rankMath?: string, aioseo?: string) => {
      const name = (yoast ?? rankMath ?? aioseo ?? "").toLowerCase().replaceAll("-", "_");
      const value = BY_NAME.get(name);
      if (value) return value(facts);
      // "#one_thing" in a sentence may be a hashtag.
      if (aioseo && !/^(post|site|separator|author|current|category|taxonomy|custom)_/.test(name))
        return written;
      onUnknown(written);
      return "";
    },
  );
  return withoutLooseSeparators(resolved);
}

/** Removes separators that empty variables left behind. */
function withoutLooseSeparators(text: string): string {
  const single = text.replace(/\s+/g, " ").replace(/([–|-])(?: [–|-])+/g, "$1");
  return single.replace(/^[\s–|-]+|[\s–|-]+$/g, "");
}
