// Tracking in words, for the owner: what is on the pages, and what of the code is not.
import { SETTING_LABELS } from "./labels.ts";
import { CODE_KEYS, isHeldBack, readCode } from "./tracking-code.server.ts";

type Values = Partial<Record<string, unknown>>;
const textOf = (value: unknown) => (typeof value === "string" ? value.trim() : "");

const ID_KEYS = ["google_analytics_id", "google_tag_manager", "google_search_console"] as const;

/** @returns the names of the settings that are on public pages, the safe mode aside, and what to know of the code */
export function describeTracking(stored: Values): { live: string[]; notes: string | undefined } {
  const ids = ID_KEYS.filter((key) => textOf(stored[key]));
  const codes = CODE_KEYS.filter((key) => readCode(key, textOf(stored[key])).pieces.length);
  return {
    live: [
      ...ids.map((key) => SETTING_LABELS[key]),
      ...codes.map((key) => `${SETTING_LABELS[key]}${isHeldBack(key, stored) ? " (after Accept)" : ""}`),
    ],
    notes: describeCode(stored),
  };
}

/**
 * What the owner should know of code: what of it does not go out, and what will not work.
 * @param values settings by key, those of one save or all
 * @returns sentences, or undefined where there is nothing to tell
 */
export function describeCode(values: Values): string | undefined {
  const notes = CODE_KEYS.flatMap((key) => {
    const code = textOf(values[key]);
    if (!code) return [];
    const { pieces, leftOut } = readCode(key, code);
    const label = SETTING_LABELS[key];
    const ids = [values.google_analytics_id, values.google_tag_manager].map(textOf);
    return [
      leftOut.length ? `Left out of ${label}: ${leftOut.join(", ")}.` : "",
      pieces.length ? "" : `${label} has nothing that can run.`,
      /document\s*\.\s*write/.test(code)
        ? `${label} uses document.write, which can't load scripts here.`
        : "",
      ...ids.map((id) =>
        id && code.includes(id) ? `${label} also loads ${id}, so visits would be counted twice.` : "",
      ),
    ].filter(Boolean);
  });
  return notes.join(" ") || undefined;
}
