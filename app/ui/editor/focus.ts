import type { Editor } from "@tiptap/react";

/**
 * Focuses the editor and scrolls to the cursor. Tiptap's `focus()` waits for an animation frame, and until
 * then Ctrl+K would open the panel's search.
 * @returns a command chain; end it with `run()`
 */
export function onFocused(editor: Editor) {
  editor.view.focus();
  return editor.chain().scrollIntoView();
}
