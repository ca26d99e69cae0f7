// Tracks what a settings card was opened with, and what its fields contain.
import type { SettingKey } from "../../features/settings/rules.ts";
import type { Route } from "./+types/tab";

/** The stored values or their drafts by key, and the published versions. */
export type Stored = NonNullable<Route.ComponentProps["loaderData"]["settings"]>;

/** The stamps of some settings, as forms post them. */
export const stampsOf = ({ stamps }: Pick<Stored, "stamps">, keys: readonly SettingKey[]) =>
  JSON.stringify(Object.fromEntries(keys.map((key) => [key, stamps[key] ?? ""])));

/**
 * What's stored after a card was saved, if it can't be read: a switch that's off and an empty field are posted without
 * a value, and an empty field keeps its stored one (SPEC 5).
 * @param version the stamps in the save's reply
 */
export function asPosted(
  before: Stored,
  keys: readonly SettingKey[],
  posted: FormData,
  version: string,
): Stored {
  const stored = { ...before.stored };
  const switches = posted.getAll("switches");
  for (const key of keys) {
    const value = posted.get(key);
    if (typeof value === "string" && value.trim()) stored[key] = value.trim();
    else if (switches.includes(key)) delete stored[key];
  }
  return { ...before, stored, stamps: JSON.parse(version) };
}

const controlOf = (box: HTMLElement | null, key: SettingKey) =>
  box?.querySelector<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(`[name="${key}"]`);

/**
 * Shows what's stored after a save, which may differ from what was typed: an empty field keeps its value (SPEC 5),
 * spaces are trimmed, a pasted tag becomes its code. Anything typed since stays.
 */
export function showStored(box: HTMLElement | null, key: SettingKey, posted: FormData, stored = "") {
  const control = controlOf(box, key);
  if (!control || control instanceof HTMLSelectElement || control.type === "checkbox") return;
  const sent = posted.get(key);
  if (typeof sent !== "string") return;
  if (control.value === oneLineEnd(sent) && isTyped(box, key, stored)) control.value = stored;
}

export function isTyped(box: HTMLElement | null, key: SettingKey, stored = ""): boolean {
  const control = controlOf(box, key);
  if (!control) return false;
  if (control instanceof HTMLInputElement && control.type === "checkbox")
    return control.checked !== (stored === "on");
  // Without a value, the first option applies.
  if (control instanceof HTMLSelectElement) return control.value !== (stored || control.options[0]?.value);
  return control.value !== oneLineEnd(stored);
}

/** Line breaks as form controls have them. */
export const oneLineEnd = (text: string) => text.replace(/\r\n?/g, "\n");
