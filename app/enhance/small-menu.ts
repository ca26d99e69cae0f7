/**
 * Controls the small-screen menu with a button that has `aria-expanded`. A click on a link or Escape closes the menu
 * (SPEC 2).
 */
export function smallMenu() {
  const details = document.querySelector<HTMLDetailsElement>("[data-menu]");
  const button = document.querySelector<HTMLButtonElement>("[data-menu-button]");
  const menu = document.getElementById("menu");
  if (!details || !button || !menu) return;
  const show = (isOpen: boolean) => {
    details.open = isOpen;
    button.ariaExpanded = String(isOpen);
  };
  const hadFocus = details.contains(document.activeElement);
  button.hidden = false;
  details.hidden = true;
  show(details.open);
  if (hadFocus) button.focus();

  button.addEventListener("click", () => show(!details.open));
  menu.addEventListener("click", ({ target }) => {
    if ((target as Element).closest("a")) show(false);
  });
  // Closes the menu when the focus moves to an element behind it.
  menu.addEventListener("focusout", ({ relatedTarget }) => {
    const next = relatedTarget as Node | null;
    if (next && next !== button && !menu.contains(next)) show(false);
  });
  addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !details.open) return;
    show(false);
    button.focus();
  });
  addEventListener("pageshow", ({ persisted }) => persisted && show(false));
}
