const PLACEHOLDER = "/placeholder.svg";
/** Frames for one picture each, in cards and above texts. */
const FRAMES = ".case__img img, .post__img img, .frame img";

/** Puts the placeholder in the place of pictures that cannot be fetched (SPEC 3). */
export function replaceBrokenPictures() {
  document.addEventListener("error", ({ target }) => replace(target as HTMLImageElement), { capture: true });
  // Those that failed before this script came.
  for (const picture of document.querySelectorAll<HTMLImageElement>(FRAMES)) {
    if (picture.complete && picture.naturalWidth === 0) replace(picture);
  }
}

/** @param picture any element that failed */
function replace(picture: HTMLImageElement) {
  // A placeholder that fails would be asked for again and again.
  if (!picture.matches(FRAMES) || picture.src.endsWith(PLACEHOLDER)) return;
  // The sources around it would be asked before it.
  picture.closest("picture")?.replaceWith(picture);
  picture.srcset = "";
  picture.style.cssText = "";
  picture.src = PLACEHOLDER;
}
