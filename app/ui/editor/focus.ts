import type { Editor } from "@tiptap/react";

/**
 * Gives the editor the focus at once and scrolls to its cursor. Tiptap's own `focus()` gives it an animation frame
 * later: a key pressed until then would act on the page, as Ctrl+K opens the panel's search.
 * @returns a chain for what is to be done there; its `run()` carries it out
 */
export function onFocused(editor: Editor) {
  editor.view.focus();
  return editor.chain().scrollIntoView();
}
