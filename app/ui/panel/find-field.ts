/** An editable control, or its stand-in until it's loaded; a control that only holds a value is hidden. */
const SHOWN =
  ":is(input:not([type=hidden]), select, textarea, [contenteditable=true], .rte__wait):not([aria-hidden=true])";

/** Returns the first editable control; null if there's none. */
export const firstField = (root: ParentNode) => root.querySelector<HTMLElement>(SHOWN);

/**
 * Returns what to focus for a form field of this name: its control, or what shows a hidden control's value, an
 * invalid one first.
 * @returns null if there's no such field
 */
export function findField(root: ParentNode, name: string): HTMLElement | null {
  const control = root.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]:not([type=hidden])`);
  if (!control || control.matches(SHOWN)) return control;
  const field = control.closest(".field");
  if (!field) return control;
  return (
    field.querySelector<HTMLElement>(`[aria-invalid=true]${SHOWN}`) ??
    firstField(field) ??
    field.querySelector("button")
  );
}
