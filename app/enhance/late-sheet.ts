import { layOutBelow } from "./lay-out-below.ts";

/**
 * Fetches the full style sheet once everything else has loaded, and applies it at the visitor's first sign of life:
 * everything visible before has its rules inline, and applying it styles the whole page again. What follows such a
 * sign, such as menus and focus, has its rules only there; so have print and forced colors, which bring it right away.
 */
export function lateSheet() {
  const [, href] =
    /href="([^"]+)"/.exec(document.querySelector("noscript[data-late]")?.textContent ?? "") ?? [];
  if (!href) return;
  const link = document.createElement("link");
  link.rel = "prefetch";
  document.body.append(link);
  const bring = ({ type }: { type: string }) => {
    if (link.onload) return;
    if (type !== "load") {
      link.rel = "stylesheet";
      link.onload = layOutBelow;
    }
    link.href = href;
  };
  for (const name of ["load", "scroll", "touchstart", "focusin", "beforeprint"])
    addEventListener(name, bring);
  // A pointer at rest also fires this, without movement, once something is drawn below it.
  addEventListener("pointermove", (event) => event.movementX && bring(event));
  if (matchMedia("(forced-colors:active)").matches) bring({ type: "" });
}
