import { fill } from "../../copy/site/fill.ts";

type CaseStudy = Record<"title" | "client" | "industry" | "result", string>;
/** The page's texts that the defaults use. */
export type SearchTexts = Record<"meta_description_fallback" | "meta_keywords_fallback", string>;

/** Returns a case study's search defaults, which apply to its empty fields (SPEC 2). */
export function caseStudySearchDefaults({ title, client, industry, result }: CaseStudy, texts: SearchTexts) {
  const facts = { title, client, industry, result: result || title };
  return {
    title,
    description: fill(texts.meta_description_fallback, facts),
    keywords: fill(texts.meta_keywords_fallback, facts),
  };
}
