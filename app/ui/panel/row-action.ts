// A button that is gone once it is pressed, such as Delete in a row.
import { useFetcher } from "react-router";
import type { SaveReply } from "./save-reply.ts";
import { useToast } from "./toaster.tsx";

/** For after a button that goes with what it does: the tab's heading is where one goes on from. */
export const focusHeading = () =>
  document.querySelector<HTMLElement>("#panel h1")?.focus({ preventScroll: true });

/** Posts to the tab's own action; the answer is said, with Undo where it can be taken back. */
export function useSaveFetcher() {
  const fetcher = useFetcher<SaveReply>();
  const undo = fetcher.data?.undo;
  useToast(fetcher.data?.toast, undo && (() => fetcher.submit(undo, { method: "post" })));
  return fetcher;
}

/**
 * Posts to the tab's own action what takes a row away, with the button that asked for it. The answer is said, with Undo
 * where it can be taken back; call this in a part that stays when the last row is gone.
 */
export function useRowAction(): (values: Record<string, string>) => void {
  const fetcher = useSaveFetcher();
  return (values) => {
    fetcher.submit(values, { method: "post" });
    focusHeading();
  };
}
