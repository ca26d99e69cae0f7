import { useContext } from "react";
import { UNSAFE_DataRouterContext, useLocation, useNavigation, useSearchParams } from "react-router";

/** Keeps state in the URL's query. Back, reload and copied links restore it. */
export function useQueryState() {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const context = useContext(UNSAFE_DataRouterContext);
  const { location: next } = useNavigation();
  return {
    params,
    /** the query being loaded; null if none is */
    loading: next?.pathname === pathname ? new URLSearchParams(next.search) : null,
    /**
     * Null or an empty string removes a key.
     * @param options.replace adds no history entry; used for each letter of a search, for example
     */
    change(changes: Record<string, string | null>, options: { replace?: boolean } = {}) {
      // A search must not close a form that's just opening, so start from the latest navigation, even if it isn't
      // rendered yet.
      const { navigation, location } = context!.router.state;
      const latest = [navigation.location, location].find((one) => one?.pathname === pathname);
      const next = new URLSearchParams(latest?.search ?? params);
      for (const [key, value] of Object.entries(changes)) {
        if (value) next.set(key, value);
        else next.delete(key);
      }
      setParams(next, { preventScrollReset: true, ...options });
    },
  };
}
