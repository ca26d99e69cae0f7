// Buttons that disappear when used, such as Delete in a row.
import { useFetcher } from "react-router";
import type { SaveReply } from "./save-reply.ts";
import { useToast } from "./toaster.tsx";

/** After such a button, focus moves to the tab's heading. */
export const focusHeading = () =>
  document.querySelector<HTMLElement>("#panel h1")?.focus({ preventScroll: true });

/** Posts to the tab's own action; the result is a toast, with Undo if possible. */
export function useSaveFetcher() {
  const fetcher = useFetcher<SaveReply>();
  const undo = fetcher.data?.undo;
  useToast(fetcher.data?.toast, undo && (() => fetcher.submit(undo, { method: "post" })));
  return fetcher;
}

/**
 * Posts an action that removes a row, with the button that triggered it. The result is a toast, with Undo if possible;
 * use this in a component that outlives the last row.
 */
export function useRowAction(): (values: Record<string, string>) => void {
  const fetcher = useSaveFetcher();
  return (values) => {
    fetcher.submit(values, { method: "post" });
    focusHeading();
  };
}
