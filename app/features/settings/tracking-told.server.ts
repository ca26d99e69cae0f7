import { SETTING_LABELS } from "./labels.ts";
import type { SettingsInput } from "./rules.ts";
import { CODE_KEYS, readCode } from "./tracking-code.server.ts";

/**
 * What the owner should know of code that was just saved: what of it does not go out, and what will not work.
 * @returns sentences for the save's toast, or undefined where there is nothing to tell
 */
export function tellOfCode(input: SettingsInput): string | undefined {
  const told = CODE_KEYS.flatMap((key) => {
    const code = input[key]?.trim();
    if (!code) return [];
    const { pieces, leftOut } = readCode(key, code);
    const label = SETTING_LABELS[key];
    const ids = [input.google_analytics_id, input.google_tag_manager];
    return [
      leftOut.length ? `Left out of ${label}: ${leftOut.join(", ")}.` : "",
      pieces.length ? "" : `${label} has nothing that goes out.`,
      /document\s*\.\s*write/.test(code)
        ? `${label} uses document.write, which cannot load scripts here.`
        : "",
      ...ids.map((id) =>
        id && code.includes(id) ? `${label} loads ${id} too: visits would be counted twice.` : "",
      ),
    ].filter(Boolean);
  });
  return told.join(" ") || undefined;
}
