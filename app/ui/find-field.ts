/**
 * What to focus for a form's field of the given name; the value of a rich-text field is kept beside its editor.
 * @returns null where there is no such field
 */
export function findField(root: ParentNode, name: string): HTMLElement | null {
  const control = root.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]:not([type=hidden])`);
  if (!control) return null;
  const editor = control.closest(".rte, .field")?.querySelector<HTMLElement>("[contenteditable=true]");
  return editor ?? control;
}
