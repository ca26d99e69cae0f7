const PLACEHOLDER = "/placeholder.svg";
/** Frames with one image each, in cards and above texts. */
const FRAMES = ".case__img img, .post__img img, .frame img";

/** Replaces images that can't be loaded with the placeholder (SPEC 3). */
export function replaceBrokenImages() {
  document.addEventListener("error", ({ target }) => replace(target as HTMLImageElement), { capture: true });
  // Images that failed before this script ran.
  for (const image of document.querySelectorAll<HTMLImageElement>(FRAMES)) {
    if (image.complete && image.naturalWidth === 0) replace(image);
  }
}

/** @param image any element that failed */
function replace(image: HTMLImageElement) {
  // A placeholder that fails would be requested again and again.
  if (!image.matches(FRAMES) || image.src.endsWith(PLACEHOLDER)) return;
  // Its `source` elements would take precedence.
  image.closest("picture")?.replaceWith(image);
  image.srcset = "";
  image.style.cssText = "";
  image.src = PLACEHOLDER;
}
