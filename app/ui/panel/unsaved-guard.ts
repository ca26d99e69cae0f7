// Leaving what was typed and not saved asks first, whichever way one leaves.
import { useEffect, useRef } from "react";
import { useBlocker } from "react-router";

/** Forms on this page with unsaved changes. */
const risks = new Set<{ hasChanges: () => boolean; onGivenUp: () => void }>();
let isAnswered = false;

const isAtRisk = () => !isAnswered && [...risks].some(({ hasChanges }) => hasChanges());

/**
 * Makes leaving ask while `hasChanges` says that something would be lost: a link, the browser's Back, closing the
 * window. Any number of forms may do so at once.
 * @param onGivenUp called when the person leaves all the same
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

/** @returns whether the person gives up what was changed */
export function confirmLeaving(): boolean {
  const isGivenUp = window.confirm("Leave without saving? Your changes will be lost.");
  if (isGivenUp) for (const risk of risks) if (risk.hasChanges()) risk.onGivenUp();
  return isGivenUp;
}

/** Leaves without asking again, after the person was asked. */
export function leave(go: () => void) {
  isAnswered = true;
  try {
    go();
  } finally {
    isAnswered = false;
  }
}

/** What asks, once in the panel's layout: a router has room for one such question only. */
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
