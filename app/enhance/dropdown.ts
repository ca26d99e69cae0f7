import { DROPDOWN_CLOSE_MS } from "../copy/business.ts";

/**
 * Controls the Services dropdown (SPEC 2, 4). It opens on hover and closes 150 ms after the pointer leaves. The button
 * toggles it; a link or Escape closes it. Once this runs, the style sheet follows the button's `aria-expanded`.
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
  // While the pointer hovers, a click keeps the menu open, because the hover has just opened it.
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
  // Close a menu that was open when the page entered the back/forward cache.
  addEventListener("pageshow", ({ persisted }) => persisted && show(false));
  item.dataset.dropdown = "ready";
  show(item.matches(":hover"));
}
