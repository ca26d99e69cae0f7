import { useEffect, useRef } from "react";

/** Calls back with the latest value once typing pauses. */
export function useDebounced(typed: string, pauseMs: number, callback: (typed: string) => void) {
  const latest = useRef(callback);
  latest.current = callback;
  useEffect(() => {
    const timer = setTimeout(() => latest.current(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, pauseMs]);
}
