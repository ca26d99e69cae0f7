const PLACEHOLDER = "/placeholder.svg";
/** Images in cards and at the top of pages. */
const FRAMES = ".case__img img, .post__img img, .frame img";

/** Replaces images that fail to load with the placeholder (SPEC 3). */
export function replaceBrokenImages() {
  document.addEventListener("error", ({ target }) => replace(target as HTMLImageElement), { capture: true });
  // Some images may have failed before this script ran.
  for (const image of document.querySelectorAll<HTMLImageElement>(FRAMES)) {
    if (image.complete && image.naturalWidth === 0) replace(image);
  }
}

function replace(image: HTMLImageElement) {
  // Prevents an endless loop if the placeholder itself fails.
  if (!image.matches(FRAMES) || image.src.endsWith(PLACEHOLDER)) return;
  // Removes the `source` elements, which would override `src`.
  image.closest("picture")?.replaceWith(image);
  image.srcset = "";
  image.style.cssText = "";
  image.src = PLACEHOLDER;
}
