import { layOutBelow } from "./lay-out-below.ts";

/** The visitor's first sign of life. Rules for what follows from it, such as menus and focus, are in the full sheet. */
const SIGNS = ["scroll", "touchstart", "keydown", "focusin"];

/**
 * Applies the full style sheet once the visitor does something: everything visible before that has its rules inline, and
 * applying the sheet styles the whole page again. It's fetched ahead of time, when the page has loaded. Print and forced
 * colors need it right away.
 */
export function lateSheet() {
  const [, href] =
    /href="([^"]+)"/.exec(document.querySelector("noscript[data-late]")?.textContent ?? "") ?? [];
  if (!href) return;
  const link = document.createElement("link");
  link.rel = "prefetch";
  const fetchAhead = () => (link.href ||= href);
  const apply = () => {
    if (link.rel === "stylesheet") return;
    link.rel = "stylesheet";
    link.onload = layOutBelow;
    link.href = href;
  };
  document.body.append(link);
  for (const name of SIGNS) addEventListener(name, apply, { passive: true });
  // A pointer at rest also fires this, without movement, once something is drawn below it.
  addEventListener("pointermove", ({ movementX }) => movementX && apply());
  const media = matchMedia("print,(forced-colors:active)");
  media.addEventListener("change", apply);
  if (media.matches) apply();
  else if (document.readyState === "complete") fetchAhead();
  else addEventListener("load", fetchAhead);
}
