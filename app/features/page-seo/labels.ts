import { META_LABELS } from "../../copy/panel/meta-labels.ts";
import type { PageSeoInput } from "./rules.ts";

export const SEO_LABELS: Record<keyof PageSeoInput, string> = {
  ...META_LABELS,
  share_image: "Picture for shared links",
  is_indexable: "Search engines may list this page",
  is_followable: "Search engines may follow its links",
};
