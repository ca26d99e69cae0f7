const PLACEHOLDER = "/placeholder.svg";
/** Frames with one image each, in cards and above texts. */
const FRAMES = ".case__img img, .post__img img, .frame img";

/** Replaces images that can't be loaded with the placeholder (SPEC 3). */
export function replaceBrokenPictures() {
  document.addEventListener("error", ({ target }) => replace(target as HTMLImageElement), { capture: true });
  // Images that failed before this script ran.
  for (const picture of document.querySelectorAll<HTMLImageElement>(FRAMES)) {
    if (picture.complete && picture.naturalWidth === 0) replace(picture);
  }
}

/** @param picture any element that failed */
function replace(picture: HTMLImageElement) {
  // A placeholder that fails would be requested again and again.
  if (!picture.matches(FRAMES) || picture.src.endsWith(PLACEHOLDER)) return;
  // Its `source` elements would take precedence.
  picture.closest("picture")?.replaceWith(picture);
  picture.srcset = "";
  picture.style.cssText = "";
  picture.src = PLACEHOLDER;
}
