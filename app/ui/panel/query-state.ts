import { useSearchParams } from "react-router";

/** The query of the address as a tab's state, so that Back, reload and a copied link show the same. */
export function useQueryState() {
  const [params, setParams] = useSearchParams();
  return {
    params,
    /**
     * Changes some of it; null or empty takes a key away.
     * @param options.replace true for what is no step of its own, such as each letter of a search
     */
    change(changes: Record<string, string | null>, options: { replace?: boolean } = {}) {
      setParams(
        (before) => {
          for (const [key, value] of Object.entries(changes)) {
            if (value) before.set(key, value);
            else before.delete(key);
          }
          return before;
        },
        { preventScrollReset: true, ...options },
      );
    },
  };
}
