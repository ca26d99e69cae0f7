/**
 * Preselects a service in the form. Quote links pass the service to the form's page as a URL fragment, added on click.
 */
export function chooseService() {
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-quote]")) {
    const name = () => {
      link.hash = link.dataset.quote ?? "";
    };
    link.addEventListener("click", name);
    link.addEventListener("auxclick", name);
  }
  const wanted = CSS.escape(location.hash.slice(1));
  const row = document.querySelector<HTMLElement>(`[data-service="${wanted}"]`);
  const box = row?.querySelector("input");
  if (!row || !box) return;
  row.hidden = false;
  box.checked = true;
}
