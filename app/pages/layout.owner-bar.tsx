import { messages } from "../copy/messages.ts";
import type { PreviewBy } from "../platform/http/context.server.ts";

/**
 * Why it is there: the owner visits the site, looks at what is not saved or at what was, or others look by a link at what is
 * not published.
 */
export type OwnerBarWords = PreviewBy | "visit";

/** Says to the owner, who is logged in, what is other on public pages for that, and leads to the panel. */
export function OwnerBar({ panel, says }: { panel: string; says: OwnerBarWords }) {
  const { label, panel: link } = messages.ownerBar[typeof says === "string" ? says : "past"];
  // Pages of the past also stand in frames of the panel, where these would have no place.
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
        {link && (
          <a href={panel} target={target}>
            {link}
          </a>
        )}
      </div>
    </aside>
  );
}

function tellOf(says: OwnerBarWords): string {
  if (typeof says === "string") return messages.ownerBar[says].text;
  const { text, draft, unknown, gone } = messages.ownerBar.past;
  const told = [text(says.when)];
  if (says.isDraft) told.push(draft);
  if (says.unknown.length) told.push(unknown(says.unknown, says.more));
  if (says.gone.size) told.push(gone(says.gone.size));
  return told.join(" ");
}
