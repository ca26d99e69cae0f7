import type { blog } from "../../copy/site/blog.ts";
import type { AbsenceWords } from "../../ui/site/absence.tsx";
import { blogPath } from "./paging.ts";

type Words = Pick<typeof blog.detail, "not_found_title" | "not_found_text" | "back_label">;

/** Returns the texts for a missing, unpublished or deleted post (SPEC 2). */
export const noPost = (detail: Words): AbsenceWords => ({
  title: detail.not_found_title,
  text: detail.not_found_text,
  back: { label: detail.back_label, href: blogPath() },
});
