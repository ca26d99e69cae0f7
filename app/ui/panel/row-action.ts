// Buttons that disappear when used, such as Delete in a row.
import { useEffect, useRef } from "react";
import { useFetcher } from "react-router";
import type { SaveReply } from "./save-reply.ts";
import { UNDO, useToast } from "./toaster.tsx";

/** After such a button, focus moves to the tab's heading. */
export const focusHeading = () =>
  document.querySelector<HTMLElement>("#panel h1")?.focus({ preventScroll: true });

/**
 * Posts to an action and shows the result as a toast, with Undo if possible. If the owner first has to log in again or
 * confirm, it then posts again.
 * @param action where Undo posts to; defaults to the tab's own action. With it, the toaster shows what Undo did,
 * because a form that posts to another tab may be gone by then.
 * @param onSaved called once the page behind shows it
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
 * Posts an action that removes a row, with the button that triggered it. The result is a toast, with Undo if possible;
 * use this in a component that outlives the last row.
 * @param onSaved called once the page behind shows it
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
