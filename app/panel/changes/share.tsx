import { Link2, Trash2 } from "lucide-react";
import { useFetcher } from "react-router";
import { changes } from "../../copy/panel/changes.ts";
import type { SaveReply } from "../../ui/panel/save-reply.ts";
import { Table } from "../../ui/panel/table.tsx";
import { showToast, useToast } from "../../ui/panel/toaster.tsx";
import { Part } from "./part.tsx";

const words = changes.share;

/** A preview link. Times are in words, in the site's time zone. */
type SharedLink = { id: string; created: string; ends: string; opens: number; opened: string | null };
/** @property link the URL of a new link, shown only this once */
export type ShareReply = SaveReply & { link?: string };

/** Links that show pending changes without signing in: a new one and the existing ones. */
export function Share({
  set,
  links,
  onEnd,
}: {
  set: string;
  links: SharedLink[];
  onEnd: (link: string) => void;
}) {
  const fetcher = useFetcher<ShareReply>();
  useToast(fetcher.data?.toast);
  const link = fetcher.data?.link;
  return (
    <Part
      title={words.title}
      about={words.about}
      control={
        <fetcher.Form method="post">
          <input type="hidden" name="intent" value="share" />
          <input type="hidden" name="set" value={set} />
          <button type="submit" className="btn btn--line" disabled={fetcher.state !== "idle"}>
            <Link2 className="i" aria-hidden />
            {words.add}
          </button>
        </fetcher.Form>
      }
    >
      {link && links.length > 0 && (
        <div className="card box changes__link" role="status">
          <label className="label" htmlFor="preview-link">
            {words.once}
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
      )}
      {links.length > 0 && (
        <div className="card">
          <Table
            caption={words.caption}
            columns={[
              { head: words.columns.created, className: "tbl__main", cell: ({ created }) => created },
              { head: words.columns.ends, cell: ({ ends }) => ends },
              { head: words.columns.opened, cell: ({ opens, opened }) => words.opened(opens, opened) },
            ]}
            rows={links}
            keyOf={({ id }) => id}
            actions={({ id, created }) => (
              <button type="button" className="btn btn--ghost" onClick={() => onEnd(id)}>
                <Trash2 className="i" aria-hidden />
                {words.end}
                <span className="sr"> {created}</span>
              </button>
            )}
          />
        </div>
      )}
    </Part>
  );
}

async function copy(link: string) {
  try {
    await navigator.clipboard.writeText(link);
    showToast({ tone: "good", title: words.copied });
  } catch {
    // Without https, browsers give pages no clipboard.
    document.querySelector<HTMLInputElement>("#preview-link")?.focus();
    showToast({ tone: "bad", title: words.notCopied, text: words.selectIt });
  }
}
