import { Link2, Trash2 } from "lucide-react";
import { useFetcher } from "react-router";
import { changes } from "../../copy/panel/changes.ts";
import { PreviewLink, type ShareReply } from "../../ui/panel/preview-link.tsx";
import { Table } from "../../ui/panel/table.tsx";
import { useToast } from "../../ui/panel/toaster.tsx";
import { Part } from "./part.tsx";

const words = changes.share;

/** Times are in words, in the site's time zone. */
type SharedLink = { id: string; created: string; ends: string; opens: number; opened: string | null };

/**
 * Renders preview links. They work without signing in.
 * @param props.seen from `stampOfRecords`
 */
export function Share({
  set,
  seen,
  links,
  onEnd,
}: {
  set: string;
  seen: string;
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
          <input type="hidden" name="seen" value={seen} />
          <button type="submit" className="btn btn--line" disabled={fetcher.state !== "idle"}>
            <Link2 className="i" aria-hidden />
            {words.add}
          </button>
        </fetcher.Form>
      }
    >
      {link && links.length > 0 && <PreviewLink link={link} />}
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
