import { descriptionWords, pickerWords } from "../../copy/panel/media.ts";
import type { MediaItem } from "../../platform/text/image.ts";
import type { Description } from "./image-description.tsx";
import { describeImage } from "./image-library.ts";
import { type ImageUploads, isRunning } from "./image-upload.ts";

/** A library image, or the `key` of an upload. */
export type Placing = { image: MediaItem | null; key: number | null; description: Description };

type Placed = { image: MediaItem; problem?: undefined } | { image?: undefined; problem: string };

/** Waits for an image's upload, then saves its alt text. */
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

/**
 * Waits for an upload. A duplicate resolves to the existing image.
 * @returns undefined if the upload was removed
 */
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
