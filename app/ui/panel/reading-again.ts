import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Reads the tab again and again while something on it is being made, never unseen. */
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
