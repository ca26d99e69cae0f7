/** Matches editable controls and the placeholder of a loading editor. */
const SHOWN =
  ":is(input:not([type=hidden]), select, textarea, [contenteditable=true], .rte__wait):not([aria-hidden=true])";

/** Returns the first editable control, or null. */
export const firstField = (root: ParentNode) => root.querySelector<HTMLElement>(SHOWN);

/**
 * Returns the control to focus for a field; null if there's none. For a hidden control, returns the visible
 * element that shows its value.
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
