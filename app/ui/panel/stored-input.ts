// Stores what's typed into a short form in this browser until it's saved: names of people and notes about them belong in
// no autosave (decision 0026).
import { useCallback } from "react";

const TYPED =
  ":is(input:not([type=hidden], [type=password], [type=radio], [type=checkbox]), textarea)[name]" as "input";

const itemOf = (name: string) => `typed ${name}`;

/**
 * Restores what was typed into a form but never saved, and stores what's typed from now on.
 * @param name identifies the form in this browser
 */
export function storeInput(name: string, form: HTMLFormElement) {
  try {
    const typed = JSON.parse(localStorage.getItem(itemOf(name)) ?? "{}");
    for (const field of form.querySelectorAll(TYPED)) field.value = typed[field.name] ?? field.value;
  } catch {
    // Without storage, the text is lost with its tab.
  }
  form.addEventListener("input", () => {
    const fields = [...form.querySelectorAll(TYPED)].filter(
      ({ value, defaultValue }) => value !== defaultValue,
    );
    const typed = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
    try {
      if (fields.length) localStorage.setItem(itemOf(name), JSON.stringify(typed));
      else localStorage.removeItem(itemOf(name));
    } catch {
      // As above.
    }
  });
}

/** Removes what `storeInput` stored. */
export function forgetInput(name: string) {
  try {
    localStorage.removeItem(itemOf(name));
  } catch {
    // As above.
  }
}

/** Returns a ref for a form that `useSaveForm` doesn't save. */
export const useStoredInput = (name: string) =>
  useCallback((form: HTMLFormElement | null) => void (form && storeInput(name, form)), [name]);
