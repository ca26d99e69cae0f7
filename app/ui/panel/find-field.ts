/** What one types into, or what stands there until it is loaded; a control that only holds a value is hidden. */
const SHOWN =
  ":is(input:not([type=hidden]), select, textarea, [contenteditable=true], .rte__wait):not([aria-hidden=true])";

/** The first thing to type into; null where there is none. */
export const firstField = (root: ParentNode) => root.querySelector<HTMLElement>(SHOWN);

/**
 * What to focus for a form's field of the given name: its control, or what shows the value of a hidden one, first
 * where it is wrong.
 * @returns null where there is no such field
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
