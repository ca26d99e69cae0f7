import { layOutBelow } from "./lay-out-below.ts";

/**
 * Brings the whole stylesheet, of which a page holds the rules of its first view, once everything else has loaded: it
 * takes nothing from what is seen first. Earlier where the visitor moves the pointer, focuses or touches something, and for
 * colors of the visitor's own and paper, whose rules only it has.
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
  for (const name of ["load", "touchstart", "focusin", "beforeprint"]) addEventListener(name, bring);
  // One that only rests over the window is told of too, without a movement, once something is drawn below it.
  addEventListener("pointermove", ({ movementX }) => movementX && bring());
  if (document.readyState === "complete" || matchMedia("(forced-colors:active)").matches) bring();
}
