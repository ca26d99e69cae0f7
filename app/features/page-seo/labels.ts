import { META_LABELS } from "../../copy/panel/meta-labels.ts";
import type { PageSeoInput } from "./rules.ts";

export const SEO_LABELS: Record<keyof PageSeoInput, string> = {
  ...META_LABELS,
  share_image: "Share image",
  is_indexable: "Search engines can index this page",
  is_followable: "Search engines can follow its links",
};
