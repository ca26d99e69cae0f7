import { useEffect, useRef } from "react";
import { useBlocker } from "react-router";

/** Forms on this page that may have unsaved changes. */
const risks = new Set<{ hasChanges: () => boolean; onGivenUp: () => void }>();
let isAnswered = false;

const isAtRisk = () => !isAnswered && [...risks].some(({ hasChanges }) => hasChanges());

/**
 * Asks before leaving while `hasChanges` returns true. Any number of forms can use this.
 * @param onGivenUp called if the owner leaves anyway
 */
export function useUnsavedGuard(hasChanges: () => boolean, onGivenUp?: () => void) {
  const latest = useRef({ hasChanges, onGivenUp });
  latest.current = { hasChanges, onGivenUp };
  useEffect(() => {
    const risk = {
      hasChanges: () => latest.current.hasChanges(),
      onGivenUp: () => latest.current.onGivenUp?.(),
    };
    risks.add(risk);
    return () => void risks.delete(risk);
  }, []);
}

/** @returns whether the owner discards the changes */
export function confirmLeaving(): boolean {
  const isGivenUp = window.confirm("Leave without saving? Your changes will be lost.");
  if (isGivenUp) for (const risk of risks) if (risk.hasChanges()) risk.onGivenUp();
  return isGivenUp;
}

/** Leaves without asking again. */
export function leave(go: () => void) {
  isAnswered = true;
  try {
    go();
  } finally {
    isAnswered = false;
  }
}

/** Mount it once, in the panel's layout: React Router supports only one blocker. */
export function UnsavedGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search &&
      isAtRisk(),
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (confirmLeaving()) blocker.proceed();
    else blocker.reset();
  }, [blocker]);
  useEffect(() => {
    const keep = (event: BeforeUnloadEvent) => {
      if (isAtRisk()) event.preventDefault();
    };
    window.addEventListener("beforeunload", keep);
    return () => window.removeEventListener("beforeunload", keep);
  }, []);
  return null;
}
