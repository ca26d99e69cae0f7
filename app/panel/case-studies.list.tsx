import { Pencil, Trash2 } from "lucide-react";
import { href, useFetcher } from "react-router";
import { coverSvg } from "../features/case-studies/cover.ts";
import { useAddress } from "../ui/address.ts";
import { ListEmpty, Pager, SearchBox } from "../ui/list-parts.tsx";
import type { SaveReply } from "../ui/saving.ts";
import { useToast } from "../ui/toaster.tsx";
import type { Route } from "./+types/case-studies";

type List = NonNullable<Route.ComponentProps["loaderData"]["list"]>;
type Row = List["rows"][number];
type Industry = { id: string; name: string };

const SORTS = {
  newest: "Newest first",
  changed: "Recently changed",
  title: "Title A to Z",
  client: "Client A to Z",
};

/** Search, filters, the table, its pages; all of it in the address. */
export function CaseStudyList({ list, industries }: { list: List; industries: Industry[] }) {
  const { params, change } = useAddress();
  const fetcher = useFetcher<SaveReply>();
  const undo = fetcher.data?.undo;
  useToast(fetcher.data?.toast, undo && (() => fetcher.submit(undo, { method: "post" })));

  const remove = (row: Row) => {
    if (!window.confirm(`Delete the case study “${row.title}”?`)) return;
    fetcher.submit({ intent: "delete", id: row.id }, { method: "post" });
    // Its button goes with it; the heading is where one goes on from.
    document.querySelector<HTMLElement>("#panel h1")?.focus({ preventScroll: true });
  };
  const isFiltered = ["search", "industry", "status"].some((key) => params.get(key));
  return (
    <>
      <div className="toolbar">
        <SearchBox label="Search by title or client" />
        <select
          className="input"
          aria-label="Industry filter"
          value={params.get("industry") ?? ""}
          onChange={(event) => change({ industry: event.currentTarget.value, page: null })}
        >
          <option value="">All industries</option>
          {industries.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        <select
          className="input"
          aria-label="Status filter"
          value={params.get("status") ?? ""}
          onChange={(event) => change({ status: event.currentTarget.value, page: null })}
        >
          <option value="">Any status</option>
          <option value="published">Published</option>
          <option value="draft">Draft</option>
        </select>
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
            <caption className="sr">Case studies, {SORTS[sortOf(params)].toLowerCase()}</caption>
            <thead>
              <tr>
                <th scope="col">Case study</th>
                <th scope="col">Industry</th>
                <th scope="col">Result</th>
                <th scope="col">Status</th>
                <th scope="col">Updated</th>
                <th scope="col">
                  <span className="sr">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {list.rows.map((row) => (
                <CaseStudyRow
                  key={row.id}
                  row={row}
                  onEdit={() => change({ edit: row.id, add: null })}
                  onDelete={() => remove(row)}
                />
              ))}
            </tbody>
          </table>
          <Pager list={list} onPage={(page) => change({ page: page > 1 ? String(page) : null })} />
        </div>
      ) : (
        <ListEmpty
          title={isFiltered ? "Nothing matches" : "No case studies yet"}
          text={
            isFiltered
              ? "No case study fits this search and these filters."
              : "Add the first result you are proud of."
          }
        >
          {isFiltered && (
            <button
              type="button"
              className="btn btn--line"
              onClick={() => change({ search: null, industry: null, status: null, page: null })}
            >
              Show all case studies
            </button>
          )}
        </ListEmpty>
      )}
    </>
  );
}

const sortOf = (params: URLSearchParams) => {
  const sort = params.get("sort") ?? "";
  return (sort in SORTS ? sort : "newest") as keyof typeof SORTS;
};

function CaseStudyRow({ row, onEdit, onDelete }: { row: Row; onEdit: () => void; onDelete: () => void }) {
  return (
    <tr>
      <td>
        <div className="tcell">
          <img src={thumbnailOf(row)} alt="" width={72} height={45} loading="lazy" />
          <span>
            <b>{row.title}</b>
            <small>
              {row.client} · {row.duration}
            </small>
          </span>
        </div>
      </td>
      <td data-l="Industry">{row.industry}</td>
      <td data-l="Result" className="tbl__up">
        {row.result || <span className="subtle">None</span>}
      </td>
      <td data-l="Status">
        <span className="tbl__badges">
          {row.published ? (
            <a
              className="badge badge--up"
              href={href("/case-studies/:slug", { slug: row.slug })}
              target="_blank"
              rel="noopener"
            >
              Published
              <span className="sr">, view {row.title} on the site</span>
            </a>
          ) : (
            <span className="badge badge--warn">Draft</span>
          )}
          {row.is_sample && <span className="badge badge--line">Sample</span>}
        </span>
      </td>
      <td data-l="Updated" className="subtle tbl__date">
        {row.updated}
      </td>
      <td>
        <span className="acts">
          <button type="button" className="btn btn--icon btn--ghost" title="Edit" onClick={onEdit}>
            <Pencil className="i" aria-hidden />
            <span className="sr">Edit {row.title}</span>
          </button>
          <button type="button" className="btn btn--icon btn--ghost" title="Delete" onClick={onDelete}>
            <Trash2 className="i" aria-hidden />
            <span className="sr">Delete {row.title}</span>
          </button>
        </span>
      </td>
    </tr>
  );
}

/** Its own picture, else its cover; a draft's cover is not at the public address, so it is drawn here. */
function thumbnailOf({ image, published, slug, industry }: Row): string {
  if (image) return image;
  if (published) return href("/covers/:file", { file: `${slug}.svg` });
  return `data:image/svg+xml,${encodeURIComponent(coverSvg({ slug, industry }))}`;
}
