import { CornerUpRight, X } from "lucide-react";
import { useFetcher } from "react-router";
import { useAddress } from "../ui/address.ts";
import { ListEmpty, Pager, SearchBox } from "../ui/list-parts.tsx";
import type { SaveReply } from "../ui/saving.ts";
import { useToast } from "../ui/toaster.tsx";
import type { Route } from "./+types/redirects";

type List = NonNullable<Route.ComponentProps["loaderData"]["log"]>;

const SORTS = { hits: "Most looked for", latest: "Last looked for", address: "Address A to Z" };

/** The log of 404s: what visitors looked for in vain, and from where they came. */
export function MissingList({ list }: { list: List }) {
  const { params, change } = useAddress();
  const fetcher = useFetcher<SaveReply>();
  useToast(fetcher.data?.toast);
  const sort = params.get("sort") ?? "";
  /** The pressed button goes with its row; the heading is where one goes on from. */
  const clear = (values: { intent: string; path?: string }) => {
    fetcher.submit(values, { method: "post" });
    document.querySelector<HTMLElement>("#panel h1")?.focus({ preventScroll: true });
  };
  return (
    <>
      <div className="toolbar">
        <SearchBox label="Search by address" />
        <select
          className="input"
          aria-label="Sort by"
          value={sort in SORTS ? sort : "hits"}
          onChange={(event) => change({ sort: event.currentTarget.value, page: null })}
        >
          {Object.entries(SORTS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        {list.matching > 0 && (
          <button
            type="button"
            className="btn btn--line"
            onClick={() => {
              if (window.confirm("Empty the whole log of 404s?")) clear({ intent: "clear-all" });
            }}
          >
            Empty the log
          </button>
        )}
      </div>
      {list.rows.length ? (
        <div className="card">
          <table className="tbl tbl--cards">
            <caption className="sr">Addresses that were not found</caption>
            <thead>
              <tr>
                <th scope="col">Address</th>
                <th scope="col">Looked for</th>
                <th scope="col">Linked from</th>
                <th scope="col">Last</th>
                <th scope="col">
                  <span className="sr">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {list.rows.map((row) => (
                <tr key={row.path}>
                  <td className="tbl__address">
                    <b>{row.path}</b>
                  </td>
                  <td data-l="Looked for" className="num">
                    {row.hits.toLocaleString("en-US")}
                  </td>
                  <td data-l="Linked from" className="tbl__address">
                    {referrersOf(row.referrers) || <span className="subtle">Unknown</span>}
                  </td>
                  <td data-l="Last" className="subtle tbl__date">
                    {row.lastSeen}
                  </td>
                  <td>
                    <span className="acts">
                      <button
                        type="button"
                        className="btn btn--icon btn--ghost"
                        title="Make a redirect"
                        onClick={() => change({ add: "1", from: row.path, edit: null })}
                      >
                        <CornerUpRight className="i" aria-hidden />
                        <span className="sr">Make a redirect from {row.path}</span>
                      </button>
                      <button
                        type="button"
                        className="btn btn--icon btn--ghost"
                        title="Remove from the log"
                        onClick={() => clear({ intent: "clear", path: row.path })}
                      >
                        <X className="i" aria-hidden />
                        <span className="sr">Remove {row.path} from the log</span>
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
          title={params.get("search") ? "Nothing matches" : "Nothing was looked for in vain"}
          text={
            params.get("search")
              ? "No address in the log has this in it."
              : "Addresses that answer 404 are counted here, within a few seconds."
          }
        />
      )}
    </>
  );
}

/** The hosts that sent most people, first. */
const referrersOf = (referrers: Record<string, number>) =>
  Object.entries(referrers)
    .toSorted(([, a], [, b]) => b - a)
    .map(([host, times]) => (times > 1 ? `${host} (${times})` : host))
    .join(", ");
