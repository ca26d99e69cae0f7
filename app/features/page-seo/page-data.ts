// Structured data of pages without a more specific type.
import { type aboutPageData, type Thing, website } from "./structured-data.ts";

/** Returns a page without a more specific type. */
export const webPageData = (page: Parameters<typeof aboutPageData>[0]): Thing => ({
  "@type": "WebPage",
  "@id": `${page.siteUrl}${page.path}#page`,
  name: page.name,
  description: page.description || undefined,
  url: page.siteUrl + page.path,
  inLanguage: "en-US",
  isPartOf: website(page),
});

/** Returns the questions that a page answers. @param items the answers as plain text */
export const faqData = (items: readonly { question: string; answer: string }[]): Thing => ({
  "@type": "FAQPage",
  mainEntity: items.map(({ question, answer }) => ({
    "@type": "Question",
    name: question,
    acceptedAnswer: { "@type": "Answer", text: answer },
  })),
});
