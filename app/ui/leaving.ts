// Leaving a page on which something was typed and not saved.
import { useEffect, useRef } from "react";
import { useBlocker } from "react-router";

/**
 * Asks before a page of the panel is left or its window is closed.
 * @param hasChanges whether anything would be lost, asked at that moment; once for each page
 */
export function useLeaveQuestion(hasChanges: () => boolean) {
  const ask = useRef(hasChanges);
  ask.current = hasChanges;
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && ask.current(),
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (window.confirm("Leave without saving? What you changed here is lost.")) blocker.proceed();
    else blocker.reset();
  }, [blocker]);
  useEffect(() => {
    const keep = (event: BeforeUnloadEvent) => {
      if (ask.current()) event.preventDefault();
    };
    window.addEventListener("beforeunload", keep);
    return () => window.removeEventListener("beforeunload", keep);
  }, []);
}
