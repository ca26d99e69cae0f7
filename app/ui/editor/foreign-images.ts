// Copies pasted images from other websites to the library, because they disappear when those websites remove them.
import type { Editor } from "@tiptap/react";
import { editorImageWords as words } from "../../copy/panel/media.ts";
import { imagePath, type MediaItem } from "../../platform/text/image.ts";
import { fetchJsonLoggedIn } from "../panel/fetch-json.ts";
import { showToast } from "../panel/toaster.tsx";

/** Returns the unique URLs of images on other websites. Browser only. */
export function foreignImages(html: string): string[] {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const urls = [...body.querySelectorAll("img")].map((image) => image.getAttribute("src") ?? "");
  return [
    ...new Set(urls.filter((url) => /^https?:/i.test(url) && URL.parse(url)?.origin !== location.origin)),
  ];
}

/**
 * Copies images to the library one at a time, replaces their URLs in the text, and reports how many were copied.
 * @param library null if the owner can't upload images
 */
export async function copyForeign(editor: Editor, library: string | null, urls: readonly string[]) {
  if (!urls.length) return;
  let copied = 0;
  for (const url of library ? urls : []) {
    const query = new URLSearchParams({ from: url });
    const { answer } = await fetchJsonLoggedIn<{ image: MediaItem }>(`${library}/upload?${query}`, {
      method: "PUT",
    });
    if (editor.isDestroyed) return;
    if (!answer) continue;
    copied++;
    replaceSource(editor, url, imagePath(answer.image.id));
  }
  if (copied) showToast({ tone: "good", title: words.copied(copied) });
  const left = urls.length - copied;
  if (left) showToast({ tone: "bad", title: words.elsewhere(left), text: words.elsewhereText });
}

/** Undo must not restore the other website's URL. */
function replaceSource(editor: Editor, from: string, to: string) {
  const { doc, tr } = editor.state;
  doc.descendants((node, at) => {
    if (node.type.name === "image" && node.attrs.src === from) tr.setNodeAttribute(at, "src", to);
  });
  if (tr.docChanged) editor.view.dispatch(tr.setMeta("addToHistory", false));
}
