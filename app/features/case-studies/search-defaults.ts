import { fill } from "../../copy/site/fill.ts";

type CaseStudy = Record<"title" | "client" | "industry" | "result", string>;
/** Of the texts of the page. */
export type SearchTexts = Record<"meta_description_fallback" | "meta_keywords_fallback", string>;

/** Returns what search engines get of a case study where its own fields are empty (SPEC 2). */
export function caseStudySearchDefaults({ title, client, industry, result }: CaseStudy, texts: SearchTexts) {
  const facts = { title, client, industry, result: result || title };
  return {
    title,
    description: fill(texts.meta_description_fallback, facts),
    keywords: fill(texts.meta_keywords_fallback, facts),
  };
}
