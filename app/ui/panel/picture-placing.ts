// What the picker hands on: pictures that are to be placed, some of them still on their way into the library.
import { descriptionWords, pickerWords } from "../../copy/panel/media.ts";
import type { MediaItem } from "../../platform/text/picture.ts";
import type { Description } from "./picture-description.tsx";
import { describePicture } from "./picture-library.ts";
import { isRunning, type PictureUploads } from "./picture-upload.ts";

/** One picture that is to be placed: of the library, or an upload of it by its key. */
export type Placing = { picture: MediaItem | null; key: number | null; description: Description };

/** What has become of it. */
type Placed = { picture: MediaItem; problem?: undefined } | { picture?: undefined; problem: string };

/** Waits until a picture is in the library, and says there what it shows. */
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

/** The upload once it is no longer on its way; undefined where it was taken off the list. One that is known is used. */
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
