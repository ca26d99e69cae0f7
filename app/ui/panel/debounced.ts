import { useEffect, useRef } from "react";

/**
 * Calls back once the typing pauses, with what is typed by then.
 * @param pauseMs how long a pause is, in milliseconds
 */
export function useDebounced(typed: string, pauseMs: number, callback: (typed: string) => void) {
  const latest = useRef(callback);
  latest.current = callback;
  useEffect(() => {
    const timer = setTimeout(() => latest.current(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, pauseMs]);
}
