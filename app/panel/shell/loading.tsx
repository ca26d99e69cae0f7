import { useEffect, useState } from "react";
import { useNavigation } from "react-router";

/** Faster responses show no progress line. */
const SLOW_MS = 200;

export const useIsLoading = () => useNavigation().state !== "idle";

/** Renders a progress line if a response is slow (SPEC 2, "Loading..."). */
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
