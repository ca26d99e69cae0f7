import { useEffect, useEffectEvent, useRef } from "react";
import { useFetcher } from "react-router";
import { focusHeading } from "../../ui/panel/row-action.ts";
import { useToast } from "../../ui/panel/toaster.tsx";
import type { MediaReply } from "./action.server.ts";

export type MediaPost = (values: Record<string, string>, onDone?: () => void) => void;

/**
 * Returns a function that posts to the tab's action. Deletes ask for confirmation first. Call the hook in the
 * tab, which outlives the image.
 */
export function useMediaPost(): MediaPost {
  const fetcher = useFetcher<MediaReply>();
  const reply = fetcher.data;
  const sent = useRef<{ values: Record<string, string>; onDone?: () => void }>({ values: {} });
  const undo = reply?.undo;
  useToast(
    reply?.question === undefined ? reply?.toast : null,
    undo && (() => fetcher.submit(undo, { method: "post" })),
  );
  const hear = useEffectEvent((reply: MediaReply) => {
    const { values, onDone } = sent.current;
    if (reply.question) {
      if (window.confirm(reply.question)) fetcher.submit({ ...values, confirmed: "on" }, { method: "post" });
      return;
    }
    sent.current = { values: {} };
    if (reply.isSaved) onDone?.();
  });
  useEffect(() => {
    if (reply) hear(reply);
  }, [reply]);
  return (values, onDone) => {
    sent.current = { values, onDone };
    fetcher.submit(values, { method: "post" });
    focusHeading();
  };
}
