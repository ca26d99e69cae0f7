// What the picker returns: images to insert, some of them still uploading.
import { descriptionWords, pickerWords } from "../../copy/panel/media.ts";
import type { MediaItem } from "../../platform/text/image.ts";
import type { Description } from "./image-description.tsx";
import { describeImage } from "./image-library.ts";
import { type ImageUploads, isRunning } from "./image-upload.ts";

/** An image to insert: from the library, or an upload by key. */
export type Placing = { image: MediaItem | null; key: number | null; description: Description };

/** Its result. */
type Placed = { image: MediaItem; problem?: undefined } | { image?: undefined; problem: string };

/** Waits until an image is in the library, and saves its alt text there. */
export async function awaitUpload(
  library: string,
  uploads: ImageUploads,
  { key, image: known, description }: Placing,
): Promise<Placed> {
  const upload = key === null ? null : await settled(uploads, key);
  const image = known ?? upload?.image;
  if (!image) return { problem: upload?.problem ?? pickerWords.gone };
  const isSame = image.alt === description.alt && image.isDecorative === description.isDecorative;
  if (isSame) return { image };
  const { answer } = await describeImage(library, { id: image.id, ...description });
  return answer?.image ? { image: answer.image } : { problem: answer?.error ?? descriptionWords.failed };
}

/** Returns the upload once it has finished; undefined if it was removed. A known file uses the existing image. */
function settled(uploads: ImageUploads, key: number) {
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
