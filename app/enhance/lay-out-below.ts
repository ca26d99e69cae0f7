import { markContents } from "./contents.ts";

/**
 * Lays out the content that pages/layout.below.css skipped, one part per frame, to keep slow phones responsive.
 * Afterwards, every position on the page is exact, and programs that read `innerText` get the whole page.
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
