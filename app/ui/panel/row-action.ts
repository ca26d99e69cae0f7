import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import type { SaveReply } from "./save-reply.ts";
import { UNDO, useToast } from "./toaster.tsx";

/** Focuses the tab's heading, because a clicked button may disappear. */
export const focusHeading = () =>
  document.querySelector<HTMLElement>("#panel h1")?.focus({ preventScroll: true });

/**
 * Shows replies as toasts. If the owner first had to sign in or confirm it's them, posts again.
 * @param action where Undo posts, if not to the tab's own action. The toaster then shows the result, because
 *   the form may be gone
 * @param onSaved called after a save, once the page's data has reloaded
 */
export function useSaveFetcher<Reply extends SaveReply = SaveReply>(
  action?: string,
  onSaved?: (reply: Reply) => void,
) {
  const fetcher = useFetcher<Reply>();
  const outliving = useFetcher<Reply>({ key: UNDO });
  const sent = useRef<Parameters<typeof fetcher.submit>>(undefined);
  const submit: typeof fetcher.submit = (...what) => {
    sent.current = what;
    return fetcher.submit(...what);
  };
  const undo = fetcher.data?.undo;
  const undoing = action ? outliving : { submit };
  const isRepeated = fetcher.data?.again && sent.current;
  useToast(
    isRepeated ? null : fetcher.data?.toast,
    undo && (() => undoing.submit(undo, { method: "post", action })),
  );
  const saved = useRef(onSaved);
  saved.current = onSaved;
  const reply = fetcher.state === "idle" ? fetcher.data : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each reply
  useEffect(() => {
    if (reply?.isSaved) saved.current?.(reply as Reply);
    if (reply?.again && sent.current) submit(...sent.current);
  }, [reply]);
  return { ...fetcher, submit };
}

/**
 * Returns a function that posts a row's action. Use it in a component that outlives the last row.
 * @param onSaved called after a save, once the page's data has reloaded
 */
export function useRowAction<Reply extends SaveReply = SaveReply>(
  onSaved?: (reply: Reply) => void,
): (values: Record<string, string>) => void {
  const fetcher = useSaveFetcher<Reply>(undefined, onSaved);
  return (values) => {
    fetcher.submit(values, { method: "post" });
    focusHeading();
  };
}
