// Inserts library images, and uploads images while the owner writes.
import type { Editor } from "@tiptap/react";
import { useEffect } from "react";
import { editorImageWords as words } from "../../copy/panel/media.ts";
import { imagePath, type MediaItem } from "../../platform/text/image.ts";
import { findImage, thumbPauseMs } from "../panel/image-library.ts";
import { awaitUpload, type Placing } from "../panel/image-placing.ts";
import { UploadsStatus, useUploads } from "../panel/image-upload-list.tsx";
import { latePart, loadPart } from "../panel/late-part.tsx";
import { showToast } from "../panel/toaster.tsx";
import { makePlace } from "./image-placeholder.ts";
import { addPlaces, fillPlace, hasPlaces, removePlaceholder } from "./image-slots.ts";

const Picker = latePart(async () => (await loadPart(() => import("../panel/image-picker.tsx"))).ImagePicker);

export type Picking = { at: number; start?: File[] };

let count = 0;

/**
 * Renders the picker, and uploads images into the text.
 * @param props.picking null while the picker is closed
 * @param props.form the surrounding form, which can't be submitted during uploads
 */
export function EditorImages({
  editor,
  library,
  picking,
  form,
  onClose,
}: {
  editor: Editor;
  library: string;
  picking: Picking | null;
  form: HTMLFormElement | null;
  onClose: () => void;
}) {
  const { uploads, list } = useUploads(library);

  /** Resolves once the image is uploaded, or the owner removes a failed one. */
  const bring = async (placing: Placing, id: number, place: ReturnType<typeof makePlace>) => {
    for (;;) {
      const { image, problem } = await awaitUpload(library, uploads, placing);
      if (editor.isDestroyed) return;
      if (image) {
        const src = imagePath(image.id);
        const isPlaced = fillPlace(editor, id, { src, alt: placing.description.alt });
        if (!isPlaced) showToast({ tone: "good", title: words.placeGone(image.name), text: words.inLibrary });
        if (placing.key !== null) uploads.remove(placing.key);
        void showWhenMade(editor, library, image);
        return;
      }
      const isAgain = await place.fail(problem);
      if (!isAgain) {
        removePlaceholder(editor, id);
        if (placing.key !== null) uploads.remove(placing.key);
        return;
      }
      if (placing.key !== null) uploads.retry(placing.key);
    }
  };

  const place = (placing: Placing[]) => {
    const { at } = picking!;
    onClose();
    const rooms = placing.map((one) => {
      const upload = uploads.list().find(({ key }) => key === one.key);
      const name = one.image?.name ?? upload?.file.name ?? "";
      const shown = makePlace(name, upload?.preview ?? one.image?.thumb ?? null, () => {
        const now = uploads.list().find(({ key }) => key === one.key);
        return now?.state === "sending" ? words.sending(Math.round(now.sent * 100)) : words.waiting;
      });
      const stop = uploads.subscribe(shown.show);
      return { placing: one, id: ++count, shown, stop };
    });
    addPlaces(
      editor,
      at,
      rooms.map(({ id, shown }) => ({ id, dom: shown.dom })),
    );
    for (const { placing, id, shown, stop } of rooms) void bring(placing, id, shown).finally(stop);
    editor.view.focus();
  };

  useEffect(() => {
    if (!form) return;
    const wait = (event: SubmitEvent) => {
      // Conform also submits the form, to validate it while the owner types.
      if (event.submitter?.getAttribute("name") === "__intent__" || !hasPlaces(editor)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      showToast({ tone: "bad", title: words.notYet, text: words.notYetText });
    };
    form.addEventListener("submit", wait, { capture: true });
    return () => form.removeEventListener("submit", wait, { capture: true });
  }, [editor, form]);

  return (
    <>
      {!picking && <UploadsStatus list={list} />}
      {picking && (
        <Picker
          library={library}
          uploads={uploads}
          list={list}
          isMany
          start={picking.start}
          onPlace={place}
          onClose={onClose}
        />
      )}
    </>
  );
}

/** Shows an uploaded image once its first size is generated. Until then, its URL returns a placeholder. */
async function showWhenMade(editor: Editor, library: string, { id, thumb }: MediaItem) {
  if (thumb) return;
  for (let tries = 0; ; tries++) {
    await new Promise((resolve) => setTimeout(resolve, thumbPauseMs(tries)));
    if (editor.isDestroyed) return;
    const { answer } = await findImage(library, id);
    if (answer && answer.image?.state !== "new" && !answer.image?.thumb) return;
    const made = answer?.image?.thumb;
    if (!made || editor.isDestroyed) continue;
    // Only the element changes. The document keeps the image's own URL, for which the browser has cached the
    // placeholder.
    for (const image of editor.view.dom.querySelectorAll<HTMLImageElement>(`img[src="${imagePath(id)}"]`))
      image.src = made;
    return;
  }
}
