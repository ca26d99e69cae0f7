import { useEffect, useRef } from "react";
import { useRevalidator } from "react-router";

/** The delay before the next check in milliseconds: the first sizes take seconds, a queue takes longer. */
const PAUSES_MS = [1_500, 2_500, 4_000, 8_000, 15_000];

type LibraryImage = { id: string; state: string; thumb: string | null };

/**
 * Reloads the tab's data while an image has no displayable size or a replacement is pending; less and less often, and
 * never in a hidden window.
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
    const pause = PAUSES_MS[Math.min(asked.current.times, PAUSES_MS.length - 1)];
    const timer = setTimeout(() => {
      asked.current.times++;
      if (!document.hidden && navigator.onLine) void revalidate();
    }, pause);
    return () => clearTimeout(timer);
  }, [key, state, revalidate]);
}
