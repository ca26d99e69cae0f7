// A list of the owner's records: searched, filtered, sorted and cut into pages by the server, all of it in the address.
import { Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Link, type To, useFetcher } from "react-router";
import { useAddress } from "./address.ts";
import { ListEmpty, type Paged, Pager, SearchBox } from "./list-parts.tsx";
import type { SaveReply } from "./saving.ts";
import { useToast } from "./toaster.tsx";

/** A column; the first one says what the record is. */
export type Column<Row> = { head: string; className?: string; cell: (row: Row) => ReactNode };

/** One of the address's values that the list is narrowed by; empty means all. */
export type Filter = {
  name: string;
  label: string;
  all: string;
  options: { value: string; label: string }[];
};

/** The filter of everything that can be a draft (SPEC 4). */
export const STATUS_FILTER: Filter = {
  name: "status",
  label: "Status filter",
  all: "Any status",
  options: [
    { value: "published", label: "Published" },
    { value: "draft", label: "Draft" },
  ],
};

/**
 * The list with what stands around it. Edit opens the record by the address's `edit`; Delete asks with the browser's
 * confirmation (SPEC 5), posts to the tab's own action and offers Undo.
 * @param noun what a record is called: "case study", "case studies"
 * @param searched says what the search looks at
 * @param sorts value in the address to its words; the first one is where nothing is chosen
 * @param deleted where records of this kind can be brought back, and how many there are
 */
export function RecordList<Row extends { id: string }>({
  list,
  noun,
  searched,
  filters,
  sorts,
  columns,
  nameOf,
  empty,
  deleted,
}: {
  list: Paged<Row>;
  noun: { one: string; many: string };
  searched: string;
  filters: Filter[];
  sorts: Record<string, string>;
  columns: Column<Row>[];
  nameOf: (row: Row) => string;
  empty: { title: string; text: string };
  deleted: { count: number; to: To };
}) {
  const { params, change } = useAddress();
  const remove = useDelete(noun.one);
  const names = ["search", ...filters.map(({ name }) => name)];
  const isFiltered = names.some((name) => params.get(name));
  const asked = params.get("sort") ?? "";
  const sort = asked in sorts ? asked : (Object.keys(sorts)[0] ?? "");
  return (
    <>
      <div className="toolbar">
        <SearchBox label={searched} />
        {filters.map((filter) => (
          <FilterSelect key={filter.name} {...filter} />
        ))}
        <select
          className="input"
          aria-label="Sort by"
          value={sort}
          onChange={(event) => change({ sort: event.currentTarget.value, page: null })}
        >
          {Object.entries(sorts).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      {list.rows.length ? (
        <div className="card">
          <table className="tbl tbl--cards">
            <caption className="sr">
              {capital(noun.many)}, {sorts[sort]?.toLowerCase()}
            </caption>
            <thead>
              <tr>
                {columns.map(({ head }) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
                <th scope="col">
                  <span className="sr">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {list.rows.map((row) => (
                <tr key={row.id}>
                  {columns.map(({ head, className, cell }, index) => (
                    <td key={head} className={className} data-l={index ? head : undefined}>
                      {cell(row)}
                    </td>
                  ))}
                  <td>
                    <RowActions
                      name={nameOf(row)}
                      onEdit={() => change({ edit: row.id, add: null })}
                      onDelete={() => remove(row.id, nameOf(row))}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <Pager list={list} onPage={(page) => change({ page: page > 1 ? String(page) : null })} />
        </div>
      ) : (
        <ListEmpty
          title={isFiltered ? "Nothing matches" : empty.title}
          text={isFiltered ? `No ${noun.one} fits this search and these filters.` : empty.text}
        >
          {isFiltered && (
            <button
              type="button"
              className="btn btn--line"
              onClick={() => change(Object.fromEntries([...names, "page"].map((name) => [name, null])))}
            >
              Show all {noun.many}
            </button>
          )}
        </ListEmpty>
      )}
      {deleted.count > 0 && (
        <Link className="more" to={deleted.to}>
          Deleted {noun.many} ({deleted.count.toLocaleString("en-US")})
        </Link>
      )}
    </>
  );
}

function FilterSelect({ name, label, all, options }: Filter) {
  const { params, change } = useAddress();
  return (
    <select
      className="input"
      aria-label={label}
      value={params.get(name) ?? ""}
      onChange={(event) => change({ [name]: event.currentTarget.value, page: null })}
    >
      <option value="">{all}</option>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

function useDelete(noun: string) {
  const fetcher = useFetcher<SaveReply>();
  const undo = fetcher.data?.undo;
  useToast(fetcher.data?.toast, undo && (() => fetcher.submit(undo, { method: "post" })));
  return (id: string, name: string) => {
    if (!window.confirm(`Delete the ${noun} “${name}”?`)) return;
    fetcher.submit({ intent: "delete", id }, { method: "post" });
    // Its button goes with it; the heading is where one goes on from.
    document.querySelector<HTMLElement>("#panel h1")?.focus({ preventScroll: true });
  };
}

function RowActions({ name, onEdit, onDelete }: { name: string; onEdit: () => void; onDelete: () => void }) {
  return (
    <span className="acts">
      <button type="button" className="btn btn--icon btn--ghost" title="Edit" onClick={onEdit}>
        <Pencil className="i" aria-hidden />
        <span className="sr">Edit {name}</span>
      </button>
      <button type="button" className="btn btn--icon btn--ghost" title="Delete" onClick={onDelete}>
        <Trash2 className="i" aria-hidden />
        <span className="sr">Delete {name}</span>
      </button>
    </span>
  );
}

/** A record with its picture, its title and what tells it from others. */
export function RecordCell({
  image,
  title,
  children,
}: {
  image: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <div className="tcell">
      <img src={image} alt="" width={72} height={45} loading="lazy" />
      <span>
        <b>{title}</b>
        <small>{children}</small>
      </span>
    </div>
  );
}

/** Published, with the way to it on the site, or a draft; whether it is a sample, and whether it has unsaved changes. */
export function StatusBadges({
  row,
  at,
}: {
  row: { title: string; published: boolean; is_sample: boolean; has_draft: boolean };
  at: string;
}) {
  return (
    <span className="tbl__badges">
      {row.published ? (
        <a className="badge badge--up" href={at} target="_blank" rel="noopener">
          Published
          <span className="sr">, view {row.title} on the site</span>
        </a>
      ) : (
        <span className="badge badge--warn">Draft</span>
      )}
      {row.is_sample && <span className="badge badge--line">Sample</span>}
      {row.has_draft && <span className="badge badge--blue">Unsaved changes</span>}
    </span>
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
