import { DROPDOWN_CLOSE_MS } from "../copy/business.ts";

/**
 * The Services dropdown (SPEC 2, 4): opens on hover, closes 150 ms after the pointer left unless it comes back or a
 * link is clicked; opens and closes by its button; Escape closes it. Says so in the button's `aria-expanded`, which
 * the stylesheet follows from here on.
 */
export function dropdown() {
  const item = document.querySelector<HTMLElement>("[data-dropdown]");
  const button = item?.querySelector("button");
  if (!item || !button) return;
  let timer = 0;
  let isHovered = false;
  const show = (isOpen: boolean) => {
    clearTimeout(timer);
    button.ariaExpanded = String(isOpen);
  };
  const isOpen = () => button.ariaExpanded === "true";

  item.addEventListener("pointerenter", ({ pointerType }) => {
    if (pointerType !== "mouse") return;
    isHovered = true;
    show(true);
  });
  item.addEventListener("pointerleave", ({ pointerType }) => {
    if (pointerType !== "mouse") return;
    isHovered = false;
    clearTimeout(timer);
    timer = window.setTimeout(show, DROPDOWN_CLOSE_MS, false);
  });
  // What the pointer has just opened is not closed by the click that comes with it.
  button.addEventListener("click", () => show(isHovered || !isOpen()));
  item.addEventListener("click", ({ target }) => {
    if ((target as Element).closest("a")) show(false);
  });
  item.addEventListener("focusout", ({ relatedTarget }) => {
    if (!isHovered && !item.contains(relatedTarget as Node | null)) show(false);
  });
  addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !isOpen()) return;
    if (item.contains(document.activeElement)) button.focus();
    show(false);
  });
  // Back from the browser's memory.
  addEventListener("pageshow", ({ persisted }) => persisted && show(false));
  item.dataset.dropdown = "ready";
  show(item.matches(":hover"));
}
