// Makes a framed page's texts editable. The page runs no scripts, so the panel adds listeners to its
// document.
import { pageEditor as words } from "../../copy/panel/page-editor.ts";
import type { ItemChange } from "../../features/page-editing/json-path.ts";
import { isInHtml, type PageText } from "../../features/page-editing/page-text.ts";
import { changesOf } from "./item-changes.ts";
import { markByWords } from "./mark-by-words.ts";

type Listeners = {
  texts: PageText[];
  onType: (text: PageText, value: string) => void;
  onDone: (text: PageText, value: string) => void;
  onCancel: (text: PageText) => void;
  /** called for texts that can't be edited in place, and for all texts on touch screens */
  onOpen: (text: PageText) => void;
  /** called to edit the formatting around a text */
  onForm: (text: PageText) => void;
  onItem: (text: PageText, change: ItemChange) => void;
  onLink: (path: string) => void;
};

/** Elements that can't hold a text cursor, and texts that aren't complete. */
const NOT_IN_PLACE = "button, select, input, textarea, svg, [data-cut]";
/**
 * Off the scale: the page doesn't have the panel's tokens. No section may skip layout, because Firefox would misplace
 * its text.
 */
const SHEET = `
*{content-visibility:visible!important}
[data-edit]{cursor:text;outline-offset:3px}
edit-text:empty{display:inline-block;min-width:1ch}
[data-edit]:hover{outline:2px dashed #2442e8}
[data-edit]:focus-visible,[data-edit][contenteditable]{outline:2px solid #2442e8}
.edit-item{position:absolute;z-index:2147483647;display:flex;gap:2px;padding:4px;border-radius:8px;background:#10172a;box-shadow:0 4px 16px #0004}
.edit-item button{padding:6px 10px;border:0;border-radius:6px;background:none;color:#fff;font:500 13px/1.2 system-ui,sans-serif;cursor:pointer}
.edit-item button:hover,.edit-item button:focus-visible{background:#2442e8}
[data-edit][contenteditable]{background:#fff;color:#10172a;-webkit-text-fill-color:#10172a;-webkit-user-select:text;user-select:text}
`;

/** Returns the elements that show the text with this index. */
export const elementsOf = (page: Document, index: number) =>
  page.querySelectorAll<HTMLElement>(`[data-edit="${index}"]`);

/** Returns whether a text can be edited in place, in this element. */
export const isInPlace = (text: PageText, element: HTMLElement) =>
  text.isInline && !element.closest(NOT_IN_PLACE) && !element.querySelector("[data-edit]");

export const wordsOf = (element: HTMLElement) => (element.textContent ?? "").replace(/\s+/g, " ").trim();

/** @returns `edit`, which starts editing an element, and `isEditing` */
export function listenTo(page: Document, on: Listeners) {
  outline(page);
  const isTouch = matchMedia("(pointer: coarse)").matches;
  let editing: { element: HTMLElement; text: PageText; before: string; content: Node[] } | null = null;
  const at = (target: EventTarget | null) => {
    // Don't use `instanceof`: the element belongs to another window.
    const element = (target as Partial<Element> | null)?.closest?.("[data-edit]") as HTMLElement | null;
    const text = element && on.texts[Number(element.dataset.edit)];
    return element && text ? { element, text } : null;
  };

  markByWords(page, on.texts);
  // Open all answers, because a click on a question now edits it.
  for (const details of page.querySelectorAll<HTMLDetailsElement>("main details")) {
    details.removeAttribute("name");
    details.open = true;
  }
  for (const element of page.querySelectorAll<HTMLElement>("[data-edit]")) {
    const text = on.texts[Number(element.dataset.edit)];
    if (!text) continue;
    if (!element.closest("a, button, input, summary")) element.tabIndex = 0;
    element.setAttribute("aria-description", words.edit(text.label));
  }

  const toolbar = page.createElement("div");
  toolbar.className = "edit-item";
  toolbar.role = "toolbar";
  toolbar.ariaLabel = words.items.toolbar;
  // Keeps focus in the edited text.
  toolbar.addEventListener("pointerdown", (event) => event.preventDefault());
  function showToolbar({ element, text }: { element: HTMLElement; text: PageText }) {
    toolbar.remove();
    const buttons = changesOf(text, on.texts).map(([change, label]) => ({
      label,
      act: () => on.onItem(text, change),
    }));
    if (isInHtml(text)) buttons.push({ label: words.formatting, act: () => on.onForm(text) });
    if (isTouch || !buttons.length) return;
    toolbar.replaceChildren(
      ...buttons.map(({ label, act }) => {
        const button = page.createElement("button");
        button.type = "button";
        button.textContent = label;
        button.addEventListener("click", () => {
          finish();
          act();
        });
        return button;
      }),
    );
    page.body.append(toolbar);
    const { left, top, bottom } = element.getBoundingClientRect();
    const [height, view] = [toolbar.offsetHeight + 8, page.documentElement];
    toolbar.style.top = `${view.scrollTop + (top > height ? top - height : bottom + 8)}px`;
    toolbar.style.left = `${Math.max(0, Math.min(left, view.clientWidth - toolbar.offsetWidth))}px`;
  }

  function begin(element: HTMLElement, text: PageText) {
    if (editing?.element === element) return;
    finish();
    element.contentEditable = "plaintext-only";
    // Firefox before 136 doesn't support "plaintext-only".
    if (element.contentEditable !== "plaintext-only") element.contentEditable = "true";
    const content = [...element.childNodes].map((node) => node.cloneNode(true));
    // What's edited has the placeholders, not what they stand for.
    if (text.base.includes("{")) element.textContent = text.base;
    editing = { element, text, before: wordsOf(element), content };
  }

  function finish(isCancelled = false) {
    if (!editing) return;
    const { element, text, before, content } = editing;
    const value = wordsOf(element);
    editing = null;
    element.removeAttribute("contenteditable");
    if (isCancelled || value === before) {
      // Also restores highlighted words.
      element.replaceChildren(...content);
      on.onCancel(text);
    } else on.onDone(text, value);
  }

  const follow = (target: EventTarget | null) => {
    const link = (target as Partial<Element> | null)?.closest?.("a[href]") as HTMLAnchorElement | null;
    if (!link) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin) window.open(url.href, "_blank", "noopener");
    else if (url.pathname === new URL(page.baseURI).searchParams.get("path") && url.hash)
      page.querySelector(url.hash)?.scrollIntoView();
    else on.onLink(url.pathname + url.search);
  };

  // Make the text editable first, so that the browser places the cursor where the owner clicked.
  page.addEventListener("pointerdown", (event) => {
    const found = at(event.target);
    if (isTouch || event.button || event.ctrlKey || event.metaKey || !found) return;
    if (isInPlace(found.text, found.element)) begin(found.element, found.text);
  });
  page.addEventListener("click", (event) => {
    const found = at(event.target);
    if (!found && (event.target as Element).closest("summary")) return;
    event.preventDefault();
    if (event.ctrlKey || event.metaKey || !found) return follow(event.target);
    const { element, text } = found;
    showToolbar(found);
    if (isTouch || !isInPlace(text, element)) return on.onOpen(text);
    begin(element, text);
    if (page.activeElement !== element) element.focus();
  });
  page.addEventListener("keydown", (event) => {
    if (editing) {
      if (event.key === "Enter" && !event.isComposing) {
        event.preventDefault();
        const { element } = editing;
        finish();
        element.focus();
      } else if (event.key === "Escape") finish(true);
      if (event.key === "Escape") toolbar.remove();
      return;
    }
    if (event.key !== "Enter") return;
    const target = event.target as HTMLElement;
    const found = at(target) ?? at(target.querySelector?.("[data-edit]") ?? null);
    if (!found || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (isInPlace(found.text, found.element)) edit(found.element, found.text);
    else on.onOpen(found.text);
  });
  page.addEventListener("input", () => {
    if (editing) on.onType(editing.text, wordsOf(editing.element));
  });
  page.addEventListener("focusout", (event) => {
    if (event.target === editing?.element) finish();
  });
  // In a `<summary>`, the space bar would toggle the answer.
  page.addEventListener("keyup", (event) => {
    if (editing && event.key === " ") event.preventDefault();
  });
  page.addEventListener("submit", (event) => event.preventDefault());
  page.addEventListener("dragstart", (event) => event.preventDefault());

  function edit(element: HTMLElement, text: PageText) {
    begin(element, text);
    element.focus();
    page.getSelection()?.selectAllChildren(element);
  }
  return { edit, isEditing: () => editing !== null };
}

/** Uses a constructed style sheet, because the page's CSP blocks others. */
function outline(page: Document) {
  const view = page.defaultView;
  if (!view) return;
  const sheet = new (view as Window & typeof globalThis).CSSStyleSheet();
  sheet.replaceSync(SHEET);
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet];
}
