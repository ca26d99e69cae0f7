import { changes } from "../../copy/panel/changes.ts";
import type { SaveReply } from "./save-reply.ts";
import { showToast } from "./toaster.tsx";

const words = changes.share;

/** @property link URL of a new link, shown only once */
export type ShareReply = SaveReply & { link?: string };

/**
 * Renders a new link with a copy button.
 * @param label defaults to the label for preview links
 */
export function PreviewLink({ link, label = words.once }: { link: string; label?: string }) {
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
      <button type="button" className="btn" onClick={() => copy(link)}>
        {words.copy}
      </button>
    </div>
  );
}

async function copy(link: string) {
  try {
    await navigator.clipboard.writeText(link);
    showToast({ tone: "good", title: words.copied });
  } catch {
    // Without HTTPS, browsers offer no clipboard.
    document.querySelector<HTMLInputElement>("#preview-link")?.focus();
    showToast({ tone: "bad", title: words.notCopied, text: words.selectIt });
  }
}
