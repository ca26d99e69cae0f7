import { useSearchParams } from "react-router";

/** A tab's state in the URL's query, so that Back, reload and copied links show the same. */
export function useQueryState() {
  const [params, setParams] = useSearchParams();
  return {
    params,
    /**
     * Changes part of it; null or empty removes a key.
     * @param options.replace true for changes that aren't history entries, such as each letter of a search
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
