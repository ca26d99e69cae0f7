import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import { thumbPauseMs } from "../../ui/panel/image-library.ts";

type LibraryImage = { id: string; state: string; thumb: string | null };

/**
 * Polls with growing delays until all thumbnails are ready. Skips polls while the window is hidden or the browser is
 * offline.
 */
export function useFreshSizes(
  rows: readonly LibraryImage[] = [],
  opened: { image: LibraryImage; waitingFile: { id: string; state: string } | null } | undefined,
) {
  const { revalidate, state } = useRevalidator();
  const waiting = [...rows, ...(opened ? [opened.image] : [])]
    .filter((one) => one.state === "new" && !one.thumb)
    .map(({ id }) => id);
  if (opened?.waitingFile?.state === "new") waiting.push(opened.waitingFile.id);
  const asked = useRef({ of: "", times: 0 });
  const key = waiting.join();
  useEffect(() => {
    if (!key || state !== "idle") return;
    if (asked.current.of !== key) asked.current = { of: key, times: 0 };
    const timer = setInterval(() => {
      if (document.hidden || !navigator.onLine) return;
      asked.current.times++;
      void revalidate();
    }, thumbPauseMs(asked.current.times));
    return () => clearInterval(timer);
  }, [key, state, revalidate]);
}
