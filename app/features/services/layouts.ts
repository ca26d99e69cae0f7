import type { Service } from "../../copy/site/service-catalog.ts";

export const CHAPTERS = [
  ...(["problem", "features", "process", "deliverables"] as const),
  ...(["pricing", "guarantee", "comparison", "faq"] as const),
] as const;
export type Chapter = (typeof CHAPTERS)[number];

/**
 * The order of a service's page. `example`, which only this page has, is in the hero if it comes first, and else at
 * the end of the chapter before it. `studies` come first or last.
 */
const ORDERS: Record<Service["slug"], string> = {
  "local-seo": "example studies problem features process deliverables pricing guarantee comparison faq",
  "ecommerce-seo": "example studies problem features comparison process deliverables guarantee pricing faq",
  "national-seo": "example problem process features deliverables comparison pricing guarantee faq studies",
  "seo-consulting": "features pricing problem comparison process example deliverables guarantee faq studies",
  "gbp-optimization":
    "studies problem example comparison features pricing guarantee process deliverables faq",
  "technical-seo": "problem example process deliverables features pricing guarantee comparison faq studies",
  "digital-pr": "example comparison problem features process deliverables guarantee pricing faq studies",
};

export type Layout = { chapters: Chapter[]; example: "hero" | Chapter; isProofFirst: boolean };

export function layoutOf(slug: Service["slug"]): Layout {
  const order = ORDERS[slug].split(" ");
  const isChapter = (word: string): word is Chapter => (CHAPTERS as readonly string[]).includes(word);
  const before = order.slice(0, order.indexOf("example")).findLast(isChapter);
  return {
    chapters: order.filter(isChapter),
    example: before ?? "hero",
    isProofFirst: !isChapter(order.at(0)!) && order.at(-1) !== "studies",
  };
}
