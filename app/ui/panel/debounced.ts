import { useEffect, useRef } from "react";

/**
 * Calls back once typing pauses, with the latest value.
 * @param pauseMs the pause in milliseconds
 */
export function useDebounced(typed: string, pauseMs: number, callback: (typed: string) => void) {
  const latest = useRef(callback);
  latest.current = callback;
  useEffect(() => {
    const timer = setTimeout(() => latest.current(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, pauseMs]);
}
