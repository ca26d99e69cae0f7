import { META_LABELS } from "../../copy/panel/meta-labels.ts";
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
  ...META_LABELS,
  published: "Published",
};
