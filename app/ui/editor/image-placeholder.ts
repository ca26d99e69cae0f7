import { uploadWords, editorImageWords as words } from "../../copy/panel/media.ts";

/**
 * Creates the placeholder for an uploading image.
 * @param said returns the progress in words
 */
export function makePlace(name: string, preview: string | null, said: () => string) {
  const dom = document.createElement("span");
  dom.className = "rte__place";
  dom.contentEditable = "false";
  if (preview) {
    const image = document.createElement("img");
    image.src = preview;
    image.alt = "";
    dom.append(image);
  }
  const text = document.createElement("span");
  const acts = document.createElement("span");
  acts.className = "btns";
  dom.append(text, acts);
  let hasFailed = false;
  const show = () => {
    if (!hasFailed) text.textContent = `${name}: ${said()}`;
  };
  show();
  const button = (label: string, onClick: () => void) => {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "btn btn--soft btn--sm";
    made.textContent = label;
    made.addEventListener("click", onClick);
    return made;
  };
  return {
    dom,
    show,
    /** @returns the owner's choice: true to retry, false to remove the image */
    fail(problem: string): Promise<boolean> {
      hasFailed = true;
      text.textContent = `${name}: ${problem}`;
      dom.setAttribute("role", "alert");
      return new Promise((resolve) => {
        const end = (isAgain: boolean) => {
          hasFailed = false;
          dom.removeAttribute("role");
          acts.replaceChildren();
          show();
          resolve(isAgain);
        };
        acts.replaceChildren(
          button(uploadWords.retry, () => end(true)),
          button(words.remove, () => end(false)),
        );
      });
    },
  };
}
