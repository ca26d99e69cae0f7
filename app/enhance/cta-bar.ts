/** A form behind the bar isn't in view yet. */
const ABOVE_BAR = { rootMargin: "0px 0px -16%" };

/** Hides the contact bar while a form, or a small screen's link to a form, is in view. */
export function ctaBar() {
  const bar = document.querySelector<HTMLElement>("[data-cta-bar]");
  if (!bar) return;
  const inView = new Set<Element>();
  const observer = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes) inView[isIntersecting ? "add" : "delete"](target);
    bar.hidden = inView.size > 0;
  }, ABOVE_BAR);
  for (const form of document.querySelectorAll("[data-form],a.only-s")) observer.observe(form);
  addEventListener("answered", ({ target }) => observer.observe(target as Element));
}
