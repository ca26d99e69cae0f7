import { redirectSources } from "../copy/redirects.ts";
import { useAddress } from "../ui/address.ts";
import { NoRows, Pager, RowActions, SearchBox, SortChoice } from "../ui/list-parts.tsx";
import { useRowPost } from "../ui/row-post.ts";
import { type Column, Table } from "../ui/table.tsx";
import type { Route } from "./+types/redirects";

type List = NonNullable<Route.ComponentProps["loaderData"]["redirects"]>;
type Row = List["rows"][number];

const SORTS = {
  newest: "Newest first",
  hits: "Most followed",
  latest: "Last followed",
  address: "Old address A to Z",
};

const COLUMNS: Column<Row>[] = [
  { head: "Old address", className: "tbl__address", cell: (row) => <b>{row.from_path}</b> },
  {
    head: "Leads to",
    className: "tbl__address",
    cell: (row) => row.to_path ?? <span className="badge badge--warn">Gone (410)</span>,
  },
  { head: "Reason", cell: (row) => redirectSources[row.source as keyof typeof redirectSources] },
  { head: "Followed", className: "num", cell: (row) => row.hits.toLocaleString("en-US") },
  { head: "Last", className: "subtle tbl__date", cell: (row) => row.lastHit ?? "Never" },
];

/** Search, the table, its pages; all of it in the address. */
export function RedirectList({ list }: { list: List }) {
  const { change } = useAddress();
  const post = useRowPost();
  const remove = ({ id, from_path }: Row) => {
    if (window.confirm(`Delete the redirect from ${from_path}?`)) post({ intent: "delete", id });
  };
  return (
    <>
      <div className="toolbar">
        <SearchBox label="Search by address" />
        <SortChoice sorts={SORTS} />
      </div>
      {list.rows.length ? (
        <div className="card">
          <Table
            caption="Redirects"
            columns={COLUMNS}
            rows={list.rows}
            keyOf={({ id }) => id}
            actions={(row) => (
              <RowActions
                name={row.from_path}
                onEdit={() => change({ edit: row.id, add: null })}
                onDelete={() => remove(row)}
              />
            )}
          />
          <Pager list={list} />
        </div>
      ) : (
        <NoRows
          filters={["search"]}
          none={{
            title: "No redirects yet",
            text: "When a published page moves or is deleted, its old address comes here by itself.",
          }}
          unmatched={{ title: "Nothing matches", text: "No redirect has this in its addresses." }}
        />
      )}
    </>
  );
}
