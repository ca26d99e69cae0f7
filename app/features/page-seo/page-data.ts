import { type aboutPageData, type Thing, website } from "./structured-data.ts";

/** Returns structured data for a page without a more specific type. */
export const webPageData = (page: Parameters<typeof aboutPageData>[0]): Thing => ({
  "@type": "WebPage",
  "@id": `${page.siteUrl}${page.path}#page`,
  name: page.name,
  description: page.description || undefined,
  url: page.siteUrl + page.path,
  inLanguage: "en-US",
  isPartOf: website(page),
});

/**
 * Returns structured data for a page's questions and answers.
 * @param items with answers in plain text
 */
export const faqData = (items: readonly { question: string; answer: string }[]): Thing => ({
  "@type": "FAQPage",
  mainEntity: items.map(({ question, answer }) => ({
    "@type": "Question",
    name: question,
    acceptedAnswer: { "@type": "Answer", text: answer },
  })),
});
