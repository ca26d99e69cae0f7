import { Pencil, Trash2 } from "lucide-react";
import { useFetcher } from "react-router";
import { redirectSources } from "../copy/redirects.ts";
import { useAddress } from "../ui/address.ts";
import { ListEmpty, Pager, SearchBox } from "../ui/list-parts.tsx";
import type { SaveReply } from "../ui/saving.ts";
import { useToast } from "../ui/toaster.tsx";
import type { Route } from "./+types/redirects";

type List = NonNullable<Route.ComponentProps["loaderData"]["redirects"]>;
type Row = List["rows"][number];

const SORTS = {
  newest: "Newest first",
  hits: "Most followed",
  latest: "Last followed",
  address: "Old address A to Z",
};

/** Search, the table, its pages; all of it in the address. */
export function RedirectList({ list }: { list: List }) {
  const { params, change } = useAddress();
  const fetcher = useFetcher<SaveReply>();
  const undo = fetcher.data?.undo;
  useToast(fetcher.data?.toast, undo && (() => fetcher.submit(undo, { method: "post" })));
  const remove = (row: Row) => {
    if (!window.confirm(`Delete the redirect from ${row.from_path}?`)) return;
    fetcher.submit({ intent: "delete", id: row.id }, { method: "post" });
    // Its button goes with it; the heading is where one goes on from.
    document.querySelector<HTMLElement>("#panel h1")?.focus({ preventScroll: true });
  };
  return (
    <>
      <div className="toolbar">
        <SearchBox label="Search by address" />
        <select
          className="input"
          aria-label="Sort by"
          value={params.get("sort") ?? "newest"}
          onChange={(event) => change({ sort: event.currentTarget.value, page: null })}
        >
          {Object.entries(SORTS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      {list.rows.length ? (
        <div className="card">
          <table className="tbl tbl--cards">
            <caption className="sr">Redirects</caption>
            <thead>
              <tr>
                <th scope="col">Old address</th>
                <th scope="col">Leads to</th>
                <th scope="col">Reason</th>
                <th scope="col">Followed</th>
                <th scope="col">Last</th>
                <th scope="col">
                  <span className="sr">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {list.rows.map((row) => (
                <tr key={row.id}>
                  <td className="tbl__address">
                    <b>{row.from_path}</b>
                  </td>
                  <td data-l="Leads to" className="tbl__address">
                    {row.to_path ?? <span className="badge badge--warn">Gone (410)</span>}
                    {row.told && <small>{row.told}</small>}
                  </td>
                  <td data-l="Reason">{redirectSources[row.source as keyof typeof redirectSources]}</td>
                  <td data-l="Followed" className="num">
                    {row.hits.toLocaleString("en-US")}
                  </td>
                  <td data-l="Last" className="subtle tbl__date">
                    {row.lastHit ?? "Never"}
                  </td>
                  <td>
                    <span className="acts">
                      <button
                        type="button"
                        className="btn btn--icon btn--ghost"
                        title="Edit"
                        onClick={() => change({ edit: row.id, add: null })}
                      >
                        <Pencil className="i" aria-hidden />
                        <span className="sr">Edit {row.from_path}</span>
                      </button>
                      <button
                        type="button"
                        className="btn btn--icon btn--ghost"
                        title="Delete"
                        onClick={() => remove(row)}
                      >
                        <Trash2 className="i" aria-hidden />
                        <span className="sr">Delete {row.from_path}</span>
                      </button>
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <Pager list={list} onPage={(page) => change({ page: page > 1 ? String(page) : null })} />
        </div>
      ) : (
        <ListEmpty
          title={params.get("search") ? "Nothing matches" : "No redirects yet"}
          text={
            params.get("search")
              ? "No redirect has this in its addresses."
              : "When a published page moves or is deleted, its old address comes here by itself."
          }
        />
      )}
    </>
  );
}
