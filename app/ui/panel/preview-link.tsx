import { type ComponentProps, type FocusEvent, useId, useRef } from "react";
import { changes } from "../../copy/panel/changes.ts";
import type { SaveReply } from "./save-reply.ts";
import { showToast } from "./toaster.tsx";

const words = changes.share;

/** @property link URL of a new link, shown only once */
export type ShareReply = SaveReply & { link?: string };

/** What the copy button and its toasts say. */
type CopyWords = Record<"copy" | "copied" | "notCopied" | "selectIt", string>;

/** Renders a new link, or another text that's shown only once, with a copy button. */
export const PreviewLink = (props: Omit<ComponentProps<typeof CopyText>, "isLong">) => (
  <div className="card box changes__link" role="status">
    <CopyText {...props} />
  </div>
);

/**
 * Renders a text with a copy button.
 * @param props.label defaults to the label for preview links
 * @param props.isLong whether it has several lines
 */
export function CopyText({
  link,
  label = words.once,
  says = words,
  isLong,
}: {
  link: string;
  label?: string;
  says?: CopyWords;
  isLong?: boolean;
}) {
  const id = useId();
  const box = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const Box = isLong ? "textarea" : "input";
  return (
    <>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <Box
        className={isLong ? "input" : "input mono"}
        id={id}
        ref={box}
        readOnly
        rows={isLong ? 7 : undefined}
        value={link}
        onFocus={({ currentTarget }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) =>
          currentTarget.select()
        }
      />
      <button type="button" className="btn" onClick={() => copy(link, says, box.current)}>
        {says.copy}
      </button>
    </>
  );
}

async function copy(link: string, says: CopyWords, box: HTMLElement | null) {
  try {
    await navigator.clipboard.writeText(link);
    showToast({ tone: "good", title: says.copied });
  } catch {
    // Without HTTPS, browsers offer no clipboard.
    box?.focus();
    showToast({ tone: "bad", title: says.notCopied, text: says.selectIt });
  }
}
