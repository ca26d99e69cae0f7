import { layOutBelow } from "./lay-out-below.ts";

/**
 * Brings the whole stylesheet, of which a page holds the rules of its first view, once everything else has loaded: it
 * takes nothing from what is seen first. Earlier where the visitor points at, focuses or touches something, and for
 * colors of the visitor's own and paper, whose rules only it has.
 */
export function lateSheet() {
  const [, href] =
    /href="([^"]+)"/.exec(document.querySelector("noscript[data-late]")?.textContent ?? "") ?? [];
  if (!href) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  link.onload = layOutBelow;
  const bring = () => link.isConnected || document.body.append(link);
  for (const name of ["load", "pointerover", "touchstart", "focusin", "beforeprint"])
    addEventListener(name, bring, { once: true });
  if (document.readyState === "complete" || matchMedia("(forced-colors:active)").matches) bring();
}
