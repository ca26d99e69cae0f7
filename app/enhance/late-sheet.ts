import { layOutBelow } from "./lay-out-below.ts";

/**
 * Applies the full style sheet at the visitor's first interaction. Everything visible before then has its rules inline,
 * and applying the sheet restyles the whole page. Menus and focus styles are only in this sheet, so it's fetched ahead
 * of time, once everything else has loaded. Forced colors and printing need it right away.
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
  // A pointer at rest also fires this, without moving, when something is drawn under it.
  addEventListener("pointermove", ({ movementX }) => movementX && bring());
  addEventListener("load", () => link.href || fetch(href));
  if (matchMedia("(forced-colors:active)").matches) bring();
}
