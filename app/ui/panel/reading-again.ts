import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Revalidates the tab's data every `everyMs` while `isMade` is true. Pauses while offline or in a hidden window. */
export function useReadingAgain(isMade: boolean, everyMs: number) {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isMade || state !== "idle") return;
    const timer = setInterval(() => {
      if (!document.hidden && navigator.onLine) void revalidate();
    }, everyMs);
    return () => clearInterval(timer);
  }, [isMade, everyMs, state, revalidate]);
}
