import { CornerUpRight, X } from "lucide-react";
import { Link } from "react-router";
import { redirectWords } from "../../copy/panel/redirects.ts";
import { IconButton } from "../../ui/panel/icon-button.tsx";
import { SearchBox, SortChoice } from "../../ui/panel/list-parts.tsx";
import { useQueryState } from "../../ui/panel/query-state.ts";
import { useRowAction } from "../../ui/panel/row-action.ts";
import type { Column } from "../../ui/panel/table.tsx";
import { TableCard } from "../../ui/panel/table-card.tsx";
import type { Route } from "./+types/tab";

type List = NonNullable<Route.ComponentProps["loaderData"]["log"]>;
type Row = List["rows"][number];

const SORTS = { hits: "Most requested", latest: "Last requested", address: "URL A to Z" };

const COLUMNS: Column<Row>[] = [
  {
    head: "URL",
    className: "tbl__address",
    cell: (row) => (
      <>
        <b>{row.path}</b>
        {row.suggested && <Suggestion from={row.path} to={row.suggested} />}
      </>
    ),
  },
  { head: "Requests", className: "num", cell: (row) => row.hits.toLocaleString("en-US") },
  {
    head: "Linked from",
    className: "tbl__address",
    cell: (row) => referrersOf(row.referrers) || <span className="subtle">Unknown</span>,
  },
  { head: "Last requested", className: "subtle tbl__date", cell: (row) => row.lastSeen },
];

/** Opens a prefilled form for a new redirect. */
export function MakeRedirect({ from, to = null }: { from: string; to?: string | null }) {
  const { change } = useQueryState();
  return (
    <IconButton
      icon={CornerUpRight}
      title="Create redirect"
      onClick={() => change({ add: "1", from, to, edit: null })}
    >
      Create redirect from {from}
    </IconButton>
  );
}

function Suggestion({ from, to }: { from: string; to: string }) {
  const query = new URLSearchParams({ view: "missing", add: "1", from, to });
  return (
    <div>
      <Link className="more xs" to={`?${query}`} preventScrollReset>
        {redirectWords.suggested(to)} <span className="sr">({from})</span>
      </Link>
    </div>
  );
}

export function MissingList({ list }: { list: List }) {
  const post = useRowAction();
  return (
    <>
      <div className="toolbar">
        <SearchBox label="Search by URL" />
        <SortChoice sorts={SORTS} />
        {list.matching > 0 && (
          <button
            type="button"
            className="btn btn--line"
            onClick={() => {
              if (window.confirm("Clear the entire 404 log?")) post({ intent: "clear-all" });
            }}
          >
            Clear log
          </button>
        )}
      </div>
      <TableCard
        list={list}
        caption="URLs that returned a 404"
        columns={COLUMNS}
        keyOf={({ path }) => path}
        actions={({ path, suggested }) => (
          <span className="acts">
            <MakeRedirect from={path} to={suggested} />
            <IconButton icon={X} title="Remove from the log" onClick={() => post({ intent: "clear", path })}>
              Remove {path} from the log
            </IconButton>
          </span>
        )}
        filters={["search"]}
        none={{
          title: "No 404s",
          text: "URLs that return a 404 show up here within a few seconds.",
        }}
        unmatched={{ title: "No matches", text: "No URLs in the log match your search." }}
      />
    </>
  );
}

const referrersOf = (referrers: Record<string, number>) =>
  Object.entries(referrers)
    .toSorted(([, a], [, b]) => b - a)
    .map(([host, times]) => (times > 1 ? `${host} (${times})` : host))
    .join(", ");
