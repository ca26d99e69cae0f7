import { messages } from "../copy/messages.ts";
import type { PreviewBy } from "../platform/http/context.server.ts";

/** Why the bar is shown: a visit by the owner, or the kind of preview. */
export type OwnerBarWords = PreviewBy | "visit";

/** The page editor shows pages without a bar. */
type Shown = Exclude<OwnerBarWords, "editing">;

/** Explains how this page differs from the public one. */
export function OwnerBar({ panel, edit, says }: { panel: string; edit: string; says: Shown }) {
  const { label, panel: link } = messages.ownerBar[typeof says === "string" ? says : "past"];
  // The panel shows past versions of pages in frames, so the bar's links must leave the frame.
  const target = typeof says === "string" ? undefined : "_top";
  return (
    <aside className="owner-bar" aria-label={label}>
      <div className="wrap">
        <p>{tellOf(says)}</p>
        {typeof says === "object" && (
          <a href={says.now} target={target}>
            {messages.ownerBar.past.now}
          </a>
        )}
        {says === "visit" && <a href={edit}>{messages.ownerBar.visit.edit}</a>}
        {link && (
          <a href={panel} target={target}>
            {link}
          </a>
        )}
      </div>
    </aside>
  );
}

function tellOf(says: Shown): string {
  if (typeof says === "string") return messages.ownerBar[says].text;
  const { text, draft, unknown, gone } = messages.ownerBar.past;
  const sentences = [text(says.when)];
  if (says.isDraft) sentences.push(draft);
  if (says.unknown.length) sentences.push(unknown(says.unknown, says.more));
  if (says.gone.size) sentences.push(gone(says.gone.size));
  return sentences.join(" ");
}
