import { layOutBelow } from "./lay-out-below.ts";

/**
 * Loads the full style sheet at the visitor's first sign of life: everything visible before has its rules inline, and
 * applying it styles the whole page again. What follows such a sign, such as menus and focus, has its rules only there,
 * so it's fetched ahead, once everything else has loaded. Forced colors and printing need it right away.
 */
export function lateSheet() {
  const [, href] =
    /href="([^"]+)"/.exec(document.querySelector("noscript[data-late]")?.textContent ?? "") ?? [];
  if (!href) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.onload = layOutBelow;
  document.body.append(link);
  const bring = () => (link.href ||= href);
  for (const name of ["focusin", "scroll", "touchstart", "beforeprint"]) addEventListener(name, bring);
  // A pointer at rest also fires this, without movement, once something is drawn below it.
  addEventListener("pointermove", ({ movementX }) => movementX && bring());
  addEventListener("load", () => link.href || fetch(href));
  if (matchMedia("(forced-colors:active)").matches) bring();
}
