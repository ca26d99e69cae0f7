import { useLocation, useNavigation, useSearchParams } from "react-router";

/** Returns a tab's state in the URL's query, so that Back, reload and copied links show the same. */
export function useQueryState() {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const { location: coming } = useNavigation();
  return {
    params,
    /**
     * Changes part of it; null or empty removes a key.
     * @param options.replace true for changes that aren't history entries, such as each letter of a search
     */
    change(changes: Record<string, string | null>, options: { replace?: boolean } = {}) {
      setParams(
        (shown) => {
          // A search that starts while a form is being opened must not close it again.
          const isHere = coming?.pathname === pathname;
          const next = new URLSearchParams(isHere ? coming.search : shown);
          for (const [key, value] of Object.entries(changes)) {
            if (value) next.set(key, value);
            else next.delete(key);
          }
          return next;
        },
        { preventScrollReset: true, ...options },
      );
    },
  };
}
