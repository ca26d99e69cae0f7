import { fill } from "../../copy/site/fill.ts";

type CaseStudy = Record<"title" | "client" | "industry" | "result", string>;
export type SearchTexts = Record<"meta_description_fallback" | "meta_keywords_fallback", string>;

/** Returns defaults for a case study's empty SEO fields (SPEC 2). */
export function caseStudySearchDefaults({ title, client, industry, result }: CaseStudy, texts: SearchTexts) {
  const facts = { title, client, industry, result: result || title };
  return {
    title,
    description: fill(texts.meta_description_fallback, facts),
    keywords: fill(texts.meta_keywords_fallback, facts),
  };
}
