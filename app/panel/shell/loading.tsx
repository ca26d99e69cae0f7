import { useEffect, useState } from "react";
import { useNavigation } from "react-router";

/** Quick answers show nothing. */
const SLOW_MS = 200;

/** Whether the panel waits for what was asked of it last: another tab, a search, a page of a list. */
export const useIsLoading = () => useNavigation().state !== "idle";

/** A bar below the header, and words for screen readers, while an answer is slow (SPEC 2, "Loading..."). */
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
