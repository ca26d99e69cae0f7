import { SETTING_LABELS } from "./rules.ts";
import { CODE_KEYS, isHeldBack, readCode } from "./tracking-code.server.ts";

type Values = Partial<Record<string, unknown>>;
const textOf = (value: unknown) => (typeof value === "string" ? value.trim() : "");

const ID_KEYS = ["google_analytics_id", "google_tag_manager", "google_search_console"] as const;

/** Returns labels of active tags (ignoring safe mode) and notes about the code. */
export function describeTracking(stored: Values): { live: string[]; notes: string | undefined } {
  const ids = ID_KEYS.filter((key) => textOf(stored[key]));
  const codes = CODE_KEYS.filter((key) => readCode(key, textOf(stored[key])).pieces.length);
  return {
    live: [
      ...ids.map((key) => SETTING_LABELS[key]),
      ...codes.map((key) => `${SETTING_LABELS[key]}${isHeldBack(key, stored) ? " (after consent)" : ""}`),
    ],
    notes: describeCode(stored),
  };
}

/**
 * Returns notes on problems with the code, such as elements that were left out; undefined if there are none.
 * @param values from one save, or all settings
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
      pieces.length ? "" : `${label} contains nothing that can run.`,
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
