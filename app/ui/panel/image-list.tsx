import { useCallback, useEffect, useRef, useState } from "react";
import { mediaTab, uploadWords, pickerWords as words } from "../../copy/panel/media.ts";
import type { MediaItem } from "../../platform/text/image.ts";
import { useDebounced } from "./debounced.ts";
import { FileButton } from "./image-drop.tsx";
import { ImageGrid } from "./image-grid.tsx";
import { findImages, type LibraryPage } from "./image-library.ts";
import { SearchInput } from "./list-parts.tsx";

const PAUSE_MS = 200;

/** @param props.onFiles receives files selected in an empty library */
export function ImageList({
  library,
  onChoose,
  onFiles,
}: {
  library: string;
  onChoose: (image: MediaItem) => void;
  onFiles: (files: File[]) => void;
}) {
  const [typed, setTyped] = useState("");
  const [found, setFound] = useState<(LibraryPage & { q: string }) | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const asking = useRef<AbortController>(undefined);
  const read = useCallback(
    async (q: string, page: number) => {
      asking.current?.abort();
      const controller = new AbortController();
      asking.current = controller;
      const { answer } = await findImages(library, { q, page }, controller.signal);
      if (controller.signal.aborted) return;
      setFailed(!answer);
      if (!answer) return;
      setFound((before) => ({
        ...answer,
        q,
        images: page > 1 && before ? [...before.images, ...answer.images] : answer.images,
      }));
    },
    [library],
  );
  useEffect(() => {
    void read("", 1);
    return () => asking.current?.abort();
  }, [read]);
  useDebounced(typed, PAUSE_MS, (text) => {
    if (found && text.trim() !== found.q) void read(text.trim(), 1);
  });
  const isEmpty = found && found.q === "" && found.matching === 0;
  if (isEmpty)
    return (
      <div className="state">
        <h3>{mediaTab.empty.title}</h3>
        <p>{words.emptyText}</p>
        <FileButton onFiles={onFiles} className="btn btn--line" />
        <p className="hint">{uploadWords.formats}</p>
      </div>
    );
  return (
    <>
      <SearchInput
        label={words.search}
        typed={typed}
        className="affix picker__search"
        onType={setTyped}
        onEnter={() => void read(typed.trim(), 1)}
      />
      <p className="sr" role="status">
        {found && words.found(found.matching)}
      </p>
      {hasFailed && (
        <p className="error" role="alert">
          {words.failed}
          <button type="button" className="btn btn--soft btn--sm" onClick={() => read(typed.trim(), 1)}>
            {uploadWords.retry}
          </button>
        </p>
      )}
      {!found && !hasFailed && <p className="subtle">{words.loading}</p>}
      {found?.matching === 0 && <p className="hint">{words.none}</p>}
      <ImageGrid
        images={found?.images ?? []}
        label={words.list}
        isDisabled={({ state }) => state === "refused"}
        onOpen={onChoose}
      />
      {found && found.page < found.pages && (
        <button type="button" className="btn btn--line" onClick={() => read(found.q, found.page + 1)}>
          {words.more}
        </button>
      )}
    </>
  );
}
