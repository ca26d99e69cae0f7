const PLACEHOLDER = "/placeholder.svg";
/** Frames for one picture each, in cards and above texts. */
const FRAMES = ".case__img img, .post__img img, .frame img";

/** Puts the placeholder in the place of pictures that cannot be fetched (SPEC 3). */
export function replaceBrokenPictures() {
  document.addEventListener("error", ({ target }) => replace(target), { capture: true });
  // Those that failed before this script came.
  for (const picture of document.querySelectorAll<HTMLImageElement>(FRAMES)) {
    if (picture.complete && picture.naturalWidth === 0) replace(picture);
  }
}

function replace(target: EventTarget | null) {
  if (!(target instanceof HTMLImageElement) || !target.matches(FRAMES)) return;
  // Else it would be asked for again and again.
  if (target.getAttribute("src") === PLACEHOLDER) return;
  // Its sources would be asked before it.
  target.closest("picture")?.replaceWith(target);
  for (const name of ["srcset", "style"]) target.removeAttribute(name);
  target.src = PLACEHOLDER;
}
