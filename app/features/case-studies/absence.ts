import type { caseStudies } from "../../copy/site/case-studies.ts";
import type { AbsenceWords } from "../../ui/site/absence.tsx";
import { caseStudiesPath } from "./industry-filter.ts";

type Words = Pick<
  typeof caseStudies.detail,
  "not_found_title" | "error_not_found" | "not_found_text" | "back_label"
>;

/** Returns the texts for a missing, unpublished or deleted case study (SPEC 2, 8). */
export const noCaseStudy = (detail: Words): AbsenceWords => ({
  title: detail.not_found_title,
  reason: detail.error_not_found,
  text: detail.not_found_text,
  back: { label: detail.back_label, href: caseStudiesPath() },
});
