import { changes } from "../../copy/panel/changes.ts";
import type { SaveReply } from "./save-reply.ts";
import { showToast } from "./toaster.tsx";

const words = changes.share;

/** @property link URL of a new link, shown only once */
export type ShareReply = SaveReply & { link?: string };

/** What the copy button and its toasts say. */
type CopyWords = Record<"copy" | "copied" | "notCopied" | "selectIt", string>;

/**
 * Renders a new link, or another text that's shown only once, with a copy button.
 * @param label defaults to the label for preview links
 */
export function PreviewLink({
  link,
  label = words.once,
  says = words,
}: {
  link: string;
  label?: string;
  says?: CopyWords;
}) {
  return (
    <div className="card box changes__link" role="status">
      <label className="label" htmlFor="preview-link">
        {label}
      </label>
      <input
        className="input mono"
        id="preview-link"
        readOnly
        value={link}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <button type="button" className="btn" onClick={() => copy(link, says)}>
        {says.copy}
      </button>
    </div>
  );
}

async function copy(link: string, says: CopyWords) {
  try {
    await navigator.clipboard.writeText(link);
    showToast({ tone: "good", title: says.copied });
  } catch {
    // Without HTTPS, browsers offer no clipboard.
    document.querySelector<HTMLInputElement>("#preview-link")?.focus();
    showToast({ tone: "bad", title: says.notCopied, text: says.selectIt });
  }
}
