/**
 * Controls the stacked menu of small screens: a button with `aria-expanded`; a clicked link or Escape closes it
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
  // The focus must not move behind an open menu, where it can't be seen.
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
