import { redirectWords } from "../../copy/panel/redirects.ts";
import type { RedirectInput } from "./rules.ts";

export const REDIRECT_LABELS: Record<Exclude<keyof RedirectInput, "answer" | "query">, string> = {
  from_path: "Old URL",
  to_path: "New URL",
  is_on: redirectWords.state,
};
