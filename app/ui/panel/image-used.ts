import { useEffect, useState } from "react";
import type { MediaItem } from "../../platform/text/image.ts";
import { fileOf, findImage, thumbPauseMs } from "./image-library.ts";

/**
 * Returns a field's library image. Polls until the image has a thumbnail or is rejected.
 * @param file the start of a new file's hash, to poll until that file has a thumbnail
 * @returns `isGone` if the library no longer has the image; `know` sets an image that was just picked
 */
export function useLibraryImage(library: string | null, id: string | null, file = "") {
  const [known, know] = useState<MediaItem | null>(null);
  const [gone, setGone] = useState<string | null>(null);
  const image = known && known.id === id ? known : null;
  const isShown = image !== null && (file ? fileOf(image) === file : image.thumb !== null);
  const isComplete = isShown || (!file && image !== null && image.state !== "new");
  useEffect(() => {
    if (!library || !id || isComplete) return;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const read = async (tries: number) => {
      const { answer } = await findImage(library, id, controller.signal);
      if (controller.signal.aborted) return;
      if (answer && !answer.image) return setGone(id);
      if (answer?.image) know(answer.image);
      timer = setTimeout(read, thumbPauseMs(tries), tries + 1);
    };
    void read(0);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [library, id, isComplete]);
  return { image, isGone: id !== null && gone === id, know };
}
