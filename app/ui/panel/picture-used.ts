import { useEffect, useState } from "react";
import type { MediaItem } from "../../platform/text/picture.ts";
import { findPicture } from "./picture-library.ts";

/** While its first sizes are made: they are there within seconds. In milliseconds. */
const PAUSES_MS = [1_500, 3_000, 6_000, 12_000];

/**
 * A picture of the library that a field names, read again until there is a size of it to show.
 * @param library null where there is none
 * @param id null where the field names no picture of the library
 * @returns `isGone` where the library does not have it any more; `know` for one that was just chosen
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
