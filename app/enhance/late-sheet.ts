import { layOutBelow } from "./lay-out-below.ts";

/**
 * Loads the full style sheet once everything else has loaded, so that it doesn't delay the first view, whose rules are
 * inline. Loads it earlier if the visitor moves the pointer, focuses or touches something, and for forced colors and
 * printing, whose rules are only in the full sheet.
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
  // A pointer at rest also fires this, without movement, once something is drawn below it.
  addEventListener("pointermove", ({ movementX }) => movementX && bring());
  if (document.readyState === "complete" || matchMedia("(forced-colors:active)").matches) bring();
}
