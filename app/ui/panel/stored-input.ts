// Keeps unsaved input in this browser. Autosaves must not contain people's names or notes about them
// (decision 0026).
import { useCallback } from "react";
import { parseJson } from "../../platform/text/parse-json.ts";

const TYPED =
  ":is(input:not([type=hidden], [type=password], [type=radio], [type=checkbox]), textarea)[name]" as "input";

const itemOf = (name: string) => `typed ${name}`;

/**
 * Restores unsaved input, then stores new input.
 * @param name identifies the form
 */
export function storeInput(name: string, form: HTMLFormElement) {
  const typed = readFromBrowser(itemOf(name)) as Record<string, string> | undefined;
  for (const field of form.querySelectorAll(TYPED)) field.value = typed?.[field.name] ?? field.value;
  form.addEventListener("input", () => {
    const fields = [...form.querySelectorAll(TYPED)].filter(
      ({ value, defaultValue }) => value !== defaultValue,
    );
    const typed = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
    storeInBrowser(itemOf(name), fields.length ? typed : null);
  });
}

/** Stores input for a form that opens later, by field name. */
export const putInput = (name: string, typed: Record<string, string>) => storeInBrowser(itemOf(name), typed);

export const forgetInput = (name: string) => storeInBrowser(itemOf(name), null);

/** Returns the names of the forms whose input is stored. */
export function storedNames(): string[] {
  try {
    return Object.keys(localStorage).flatMap((item) =>
      item.startsWith(itemOf("")) ? item.slice(itemOf("").length) : [],
    );
  } catch {
    return [];
  }
}

/** Returns a ref for a form that doesn't use `useSaveForm`. */
export const useStoredInput = (name: string) =>
  useCallback((form: HTMLFormElement | null) => void (form && storeInput(name, form)), [name]);

/** Stores a value as JSON. Null removes it. */
export function storeInBrowser(item: string, value: object | null) {
  try {
    if (value) localStorage.setItem(item, JSON.stringify(value));
    else localStorage.removeItem(item);
  } catch {
    // Without storage, unsaved input is lost when the tab closes.
  }
}

function readFromBrowser(item: string): unknown {
  try {
    return parseJson(localStorage.getItem(item) ?? "");
  } catch {
    return undefined;
  }
}
