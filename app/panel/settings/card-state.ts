// What a card of the Settings tab was opened with, and what stands in its fields.
import type { SettingKey } from "../../features/settings/rules.ts";
import type { Route } from "./+types/tab";

/** What is stored, by key, or the drafts of it, and which state of it is live. */
export type Stored = NonNullable<Route.ComponentProps["loaderData"]["settings"]>;

/** The stamps of some settings, as forms post them. */
export const stampsOf = ({ stamps }: Pick<Stored, "stamps">, keys: readonly SettingKey[]) =>
  JSON.stringify(Object.fromEntries(keys.map((key) => [key, stamps[key] ?? ""])));

/**
 * What is stored once a card was saved, where it cannot be asked: a switch that is off and an emptied field are not
 * posted with a value, and the latter keeps the one that it had (SPEC 5).
 * @param version the stamps that the save answered with
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
 * Shows what is stored after a save, which may not be what was typed: an emptied value stays (SPEC 5), spaces go, a
 * pasted tag becomes its code. What was typed since stays.
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
  // Without a value the first of a choice holds.
  if (control instanceof HTMLSelectElement) return control.value !== (stored || control.options[0]?.value);
  return control.value !== oneLineEnd(stored);
}

/** Line ends as a control has them, whatever is stored. */
export const oneLineEnd = (text: string) => text.replace(/\r\n?/g, "\n");
