import { markContents } from "./contents.ts";

/**
 * Lays out what the stylesheet leaves for later (pages/layout.below.css), one part a frame: all at once would hold up a
 * slow phone. From then on every place of the page is where the browser takes it to be.
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
