import type { IndustryInput } from "./rules.ts";

export const INDUSTRY_LABELS: Record<keyof IndustryInput, string> = {
  name: "Name",
  description: "Description",
};
