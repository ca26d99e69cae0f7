// Buttons that disappear when used, such as Delete in a row.
import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import type { SaveReply } from "./save-reply.ts";
import { UNDO, useToast } from "./toaster.tsx";

/** After such a button, focus moves to the tab's heading. */
export const focusHeading = () =>
  document.querySelector<HTMLElement>("#panel h1")?.focus({ preventScroll: true });

/**
 * Posts to an action; the result is a toast, with Undo if possible.
 * @param action where Undo posts to; defaults to the tab's own action. With it, the toaster shows what Undo did,
 * because a form that posts to another tab may be gone by then.
 * @param onSaved called once the page behind shows it
 */
export function useSaveFetcher<Reply extends SaveReply = SaveReply>(action?: string, onSaved?: () => void) {
  const fetcher = useFetcher<Reply>();
  const outliving = useFetcher<Reply>({ key: UNDO });
  const undo = fetcher.data?.undo;
  const undoing = action ? outliving : fetcher;
  useToast(fetcher.data?.toast, undo && (() => undoing.submit(undo, { method: "post", action })));
  const saved = useRef(onSaved);
  saved.current = onSaved;
  const reply = fetcher.state === "idle" ? fetcher.data : undefined;
  useEffect(() => {
    if (reply?.isSaved) saved.current?.();
  }, [reply]);
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
