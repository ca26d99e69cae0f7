// A save keeps the stored value of an empty field (SPEC 5), so the form asks and names the ones to remove.
import { type FormEvent, useRef } from "react";
import { settingsTab as words } from "../../copy/panel/settings.ts";
import { keysOfCard } from "../../features/settings/cards.ts";
import { SETTING_LABELS } from "../../features/settings/rules.ts";
import { CHECK, REMOVE } from "../../ui/panel/save-form.ts";
import type { OpenedCard } from "./cards.server.ts";

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/**
 * Asks once before a save removes the values of emptied fields. If the owner cancels, nothing is posted and the
 * fields show their old values.
 * @returns a hidden field and props for the form
 */
export function useRemovals(record: OpenedCard["record"]) {
  const removed = useRef<HTMLInputElement>(null);
  // During capture, before the form's other handlers read what it posts.
  const onSubmitCapture = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (!removed.current || submitter?.getAttribute("name") === CHECK) return;
    const { elements } = event.currentTarget;
    const emptied = keysOfCard(record.id).flatMap((key) => {
      const control = elements.namedItem(key) as TextControl | null;
      const stored = String(record[key] ?? "");
      return control && stored && !control.value.trim() ? [{ key, control, stored }] : [];
    });
    const names = emptied.map(({ key }) => key).join(" ");
    const labels = emptied.map(({ key }) => SETTING_LABELS[key]);
    // A form that's posted again, such as after signing in again, doesn't ask again.
    const isAgreed =
      !names || removed.current.value === names || window.confirm(words.confirmRemoval(labels));
    removed.current.value = isAgreed ? names : "";
    if (isAgreed) return;
    event.preventDefault();
    event.stopPropagation();
    for (const { control, stored } of emptied) setValue(control, stored);
  };
  return {
    field: <input type="hidden" name={REMOVE} defaultValue="" ref={removed} />,
    formProps: { onSubmitCapture },
  };
}

/** Sets a value as if it was typed. React ignores values set on the element itself. */
function setValue(control: TextControl, value: string) {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value")?.set?.call(control, value);
  control.dispatchEvent(new Event("input", { bubbles: true }));
}
