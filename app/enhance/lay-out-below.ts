import { markContents } from "./contents.ts";

/**
 * Lays out what the style sheet has deferred (pages/layout.below.css), one part per frame: all at once would block a
 * slow phone. After that, every position on the page is exact.
 */
export function layOutBelow() {
  const parts = document.querySelectorAll<HTMLElement>("main > *, .chapter, footer").values();
  const layOut = () => {
    const part = parts.next().value;
    if (!part) return markContents();
    part.style.contentVisibility = "visible";
    requestAnimationFrame(layOut);
  };
  layOut();
}
