import { useEffect, useState } from "react";
import type { MediaItem } from "../../platform/text/image.ts";
import { findImage } from "./image-library.ts";

/** Delays while the first sizes are created, in milliseconds: they take seconds. */
const PAUSES_MS = [1_500, 3_000, 6_000, 12_000];

/**
 * Returns the library image that a field refers to, polled until a size exists.
 * @param library null if there's none
 * @param id null if the field refers to no library image
 * @returns `isGone` if the library no longer has it; `know` takes one that was just picked
 */
export function useLibraryImage(library: string | null, id: string | null) {
  const [known, know] = useState<MediaItem | null>(null);
  const [gone, setGone] = useState<string | null>(null);
  const image = known && known.id === id ? known : null;
  const isComplete = image !== null && (image.thumb !== null || image.state !== "new");
  useEffect(() => {
    if (!library || !id || isComplete) return;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const read = async (tries: number) => {
      const { answer } = await findImage(library, id, controller.signal);
      if (controller.signal.aborted) return;
      if (answer && !answer.image) return setGone(id);
      if (answer?.image) know(answer.image);
      const pause = PAUSES_MS[tries];
      if (pause !== undefined) timer = setTimeout(read, pause, tries + 1);
    };
    void read(0);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [library, id, isComplete]);
  return { image, isGone: id !== null && gone === id, know };
}
