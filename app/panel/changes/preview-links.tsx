import { Trash2 } from "lucide-react";
import { changes } from "../../copy/panel/changes.ts";
import { Table } from "../../ui/panel/table.tsx";
import { Part } from "./part.tsx";

const words = changes.share;

/** Times are in words, in the site's time zone. `shows`: the names of the drafts. */
type SharedLink = {
  id: string;
  shows: string;
  created: string;
  ends: string;
  opens: number;
  opened: string | null;
};

/** Lists preview links. They work without signing in. */
export function PreviewLinks({ links, onEnd }: { links: SharedLink[]; onEnd: (link: string) => void }) {
  return (
    <Part title={words.links} about={words.about}>
      <div className="card">
        <Table
          caption={words.caption}
          columns={[
            { head: words.columns.shows, className: "tbl__main", cell: ({ shows }) => shows },
            { head: words.columns.created, cell: ({ created }) => created },
            { head: words.columns.ends, cell: ({ ends }) => ends },
            { head: words.columns.opened, cell: ({ opens, opened }) => words.opened(opens, opened) },
          ]}
          rows={links}
          keyOf={({ id }) => id}
          actions={({ id, shows }) => (
            <button type="button" className="btn btn--ghost" onClick={() => onEnd(id)}>
              <Trash2 className="i" aria-hidden />
              {words.end}
              <span className="sr"> {shows}</span>
            </button>
          )}
        />
      </div>
    </Part>
  );
}
