// Types of the site's texts and numbers, each stored under a text key (page, section, key).

/** Plain text, HTML (starts with a tag), a `#rrggbb` color, a number, a list or an object. */
export type CopyValue = string | number | readonly CopyValue[] | { readonly [key: string]: CopyValue };

/** A page's SEO defaults (SPEC 3, page_seo). */
export type PageSeo = {
  meta_title: string;
  meta_description: string;
  meta_keywords: string;
  is_indexable: boolean;
  is_followable: boolean;
};
