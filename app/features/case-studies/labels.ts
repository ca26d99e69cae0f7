import { PINNED_LABEL, SEARCH_LABELS } from "../../copy/panel/search-fields.ts";
import type { CaseStudyInput } from "./rules.ts";

export const CASE_STUDY_LABELS: Record<keyof CaseStudyInput, string> = {
  title: "Title",
  slug: "Slug",
  client: "Client",
  industry_id: "Industry",
  result: "Result",
  duration: "Duration",
  image: "Image",
  challenge: "The Challenge",
  solution: "Our Solution",
  results: "Key results",
  testimonial: "Quote",
  client_name: "Client name",
  ...SEARCH_LABELS,
  featured: PINNED_LABEL,
  published: "Published",
};
