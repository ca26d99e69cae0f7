import type { ContentInput } from "./rules.ts";

/** What the form of a text calls its fields. */
export const TEXT_LABELS: Record<keyof ContentInput, string> = {
  page_name: "Page",
  section_name: "Section",
  content_key: "Key",
  content_type: "Type",
  content_value: "Value",
};
