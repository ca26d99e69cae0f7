import { layOutBelow } from "./lay-out-below.ts";

/** After the largest paint, which follows the load. */
const IDLE_MS = 300;

/**
 * Applies the full style sheet at the visitor's first interaction, because applying it restyles the whole page. Inline
 * styles cover the first view until then. Menus and focus need the sheet, so it's fetched once the page has loaded.
 * With forced colors, and before printing, it's applied immediately.
 */
export function lateSheet() {
  const [href] = /[^"]+\.css/.exec(document.querySelector("noscript[data-late]")?.textContent ?? "") ?? [];
  if (!href) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  document.body.append(link);
  const bring = () => (link.href ||= href);
  for (const name of ["focusin", "scroll", "touchstart", "beforeprint"]) addEventListener(name, bring);
  // Without movement, the event only means that something was drawn under the pointer.
  addEventListener("pointermove", ({ movementX }) => movementX && bring());
  addEventListener("load", () => {
    setTimeout(layOutBelow, IDLE_MS);
    link.href || fetch(href);
  });
  if (matchMedia("(forced-colors:active)").matches) bring();
}
