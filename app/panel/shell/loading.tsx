import { useEffect, useState } from "react";
import { useNavigation } from "react-router";

/** Quick responses show nothing. */
const SLOW_MS = 200;

/** Returns whether the panel is waiting for a navigation: another tab, a search, a page of a list. */
export const useIsLoading = () => useNavigation().state !== "idle";

/** Renders a bar below the header, and text for screen readers, while a response is slow (SPEC 2, "Loading..."). */
export function Loading() {
  const isLoading = useIsLoading();
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isLoading]);
  return (
    <div className="loading" role="status">
      {isSlow && <span className="sr">Loading...</span>}
    </div>
  );
}
