import type { Editor } from "@tiptap/react";

/**
 * Focuses the editor immediately and scrolls to its cursor. Tiptap's `focus()` waits for an animation frame, during
 * which keys act on the page: Ctrl+K would open the panel's search.
 * @returns a command chain; its `run()` executes it
 */
export function onFocused(editor: Editor) {
  editor.view.focus();
  return editor.chain().scrollIntoView();
}
