import { redirectSources, redirectValues } from "../../copy/panel/redirects.ts";
import { RowActions, SearchBox, SortChoice } from "../../ui/panel/list-parts.tsx";
import { useQueryState } from "../../ui/panel/query-state.ts";
import { useRowAction } from "../../ui/panel/row-action.ts";
import { MarkBadges } from "../../ui/panel/row-marks.tsx";
import type { Column } from "../../ui/panel/table.tsx";
import { TableCard } from "../../ui/panel/table-card.tsx";
import type { Route } from "./+types/tab";
import { MakeRedirect } from "./missing.tsx";

type List = NonNullable<Route.ComponentProps["loaderData"]["redirects"]>;
type Row = List["rows"][number];

const SORTS = {
  newest: "Newest first",
  hits: "Most hits",
  latest: "Latest hit",
  address: "Old URL A to Z",
};

const COLUMNS: Column<Row>[] = [
  {
    head: "Old URL",
    className: "tbl__address",
    cell: (row) => (
      <>
        <b>{row.from_path}</b>
        {(!row.is_on || row.pending !== null || row.isUnsaved) && (
          <span className="tbl__badges">
            {!row.is_on && <span className="badge badge--warn">{redirectValues.off}</span>}
            <MarkBadges {...row} />
          </span>
        )}
      </>
    ),
  },
  {
    head: "Redirects to",
    className: "tbl__address",
    cell: (row) => (
      <>
        {row.to_path ?? <span className="badge badge--warn">Permanently removed (410)</span>}
        {row.note && <small>{row.note}</small>}
      </>
    ),
  },
  { head: "Reason", cell: (row) => redirectSources[row.source] },
  { head: "Hits", className: "num", cell: (row) => row.hits.toLocaleString("en-US") },
  { head: "Last hit", className: "subtle tbl__date", cell: (row) => row.lastHit ?? "Never" },
];

export function RedirectList({ list }: { list: List }) {
  const { change } = useQueryState();
  const post = useRowAction();
  const remove = (id: string, from_path: string) => {
    if (window.confirm(`Delete the redirect from ${from_path}?`)) post({ intent: "delete", id });
  };
  return (
    <>
      <div className="toolbar">
        <SearchBox label="Search by URL" />
        <SortChoice sorts={SORTS} />
      </div>
      <TableCard
        list={list}
        caption="Redirects"
        columns={COLUMNS}
        keyOf={({ id, from_path }) => id ?? from_path}
        actions={({ id, from_path }) =>
          id ? (
            <RowActions
              name={from_path}
              onEdit={() => change({ edit: id, add: null })}
              onDelete={() => remove(id, from_path)}
            />
          ) : (
            // A record's old paths redirect automatically, but the owner can override them.
            <span className="acts">
              <MakeRedirect from={from_path} />
            </span>
          )
        }
        filters={["search"]}
        none={{
          title: "No redirects yet",
          text: "When a published page moves or is deleted, its old URL is added here automatically.",
        }}
        unmatched={{ title: "No matches", text: "No redirects match your search." }}
      />
    </>
  );
}
