import type { IndustryInput } from "./rules.ts";

/** What the form of an industry calls its fields. */
export const INDUSTRY_LABELS: Record<keyof IndustryInput, string> = {
  name: "Name",
  description: "Description",
};
