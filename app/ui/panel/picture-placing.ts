// What the picker returns: images to insert, some of them still uploading.
import { descriptionWords, pickerWords } from "../../copy/panel/media.ts";
import type { MediaItem } from "../../platform/text/picture.ts";
import type { Description } from "./picture-description.tsx";
import { describePicture } from "./picture-library.ts";
import { isRunning, type PictureUploads } from "./picture-upload.ts";

/** An image to insert: from the library, or an upload by key. */
export type Placing = { picture: MediaItem | null; key: number | null; description: Description };

/** Its result. */
type Placed = { picture: MediaItem; problem?: undefined } | { picture?: undefined; problem: string };

/** Waits until an image is in the library, and saves its alt text there. */
export async function awaitUpload(
  library: string,
  uploads: PictureUploads,
  { key, picture: known, description }: Placing,
): Promise<Placed> {
  const upload = key === null ? null : await settled(uploads, key);
  const picture = known ?? upload?.picture;
  if (!picture) return { problem: upload?.problem ?? pickerWords.gone };
  const isSame = picture.alt === description.alt && picture.isDecorative === description.isDecorative;
  if (isSame) return { picture };
  const { answer } = await describePicture(library, { id: picture.id, ...description });
  return answer?.picture
    ? { picture: answer.picture }
    : { problem: answer?.error ?? descriptionWords.failed };
}

/** The upload once it has finished; undefined if it was removed. A known file uses the existing image. */
function settled(uploads: PictureUploads, key: number) {
  const find = () => uploads.list().find((one) => one.key === key);
  return new Promise<ReturnType<typeof find>>((resolve) => {
    const look = () => {
      const upload = find();
      if (upload && isRunning(upload)) return;
      if (upload?.state === "known") return uploads.takeKnown(key);
      stop();
      resolve(upload);
    };
    const stop = uploads.subscribe(look);
    look();
  });
}
