import { useEffect, useState } from "react";
import type { MediaItem } from "../../platform/text/picture.ts";
import { findPicture } from "./picture-library.ts";

/** Delays while the first sizes are created, in milliseconds: they take seconds. */
const PAUSES_MS = [1_500, 3_000, 6_000, 12_000];

/**
 * The library image that a field refers to, polled until a size exists.
 * @param library null if there's none
 * @param id null if the field refers to no library image
 * @returns `isGone` if the library no longer has it; `know` takes one that was just picked
 */
export function useLibraryPicture(library: string | null, id: string | null) {
  const [known, know] = useState<MediaItem | null>(null);
  const [gone, setGone] = useState<string | null>(null);
  const picture = known && known.id === id ? known : null;
  const isComplete = picture !== null && (picture.thumb !== null || picture.state !== "new");
  useEffect(() => {
    if (!library || !id || isComplete) return;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const read = async (tries: number) => {
      const { answer } = await findPicture(library, id, controller.signal);
      if (controller.signal.aborted) return;
      if (answer && !answer.picture) return setGone(id);
      if (answer?.picture) know(answer.picture);
      const pause = PAUSES_MS[tries];
      if (pause !== undefined) timer = setTimeout(read, pause, tries + 1);
    };
    void read(0);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [library, id, isComplete]);
  return { picture, isGone: id !== null && gone === id, know };
}
