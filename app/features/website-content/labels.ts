import type { ContentInput } from "./rules.ts";

export const TEXT_LABELS: Record<keyof ContentInput, string> = {
  page_name: "Page",
  section_name: "Section",
  content_key: "Key",
  content_type: "Type",
  content_value: "Value",
};
