import { Pin } from "lucide-react";
import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { type RestorableName, recordKinds } from "../../copy/panel/record-kinds.ts";
import { PINNED_LABEL } from "../../copy/panel/search-fields.ts";
import { Choice, type Paged, RowActions, SearchBox, SortChoice, type Sorts, useSort } from "./list-parts.tsx";
import { useQueryState } from "./query-state.ts";
import { ChooseBox, ChosenBar, RecordActions, useChosen } from "./record-list.chosen.tsx";
import { useRowAction, useSaveFetcher } from "./row-action.ts";
import { SmallImage } from "./small-image.tsx";
import type { Column } from "./table.tsx";
import { TableCard } from "./table-card.tsx";

/** A filter whose value is in the URL. An empty value means all. */
export type Filter = {
  name: string;
  label: string;
  all: string;
  options: { value: string; label: string }[];
};

/** The filter for kinds with drafts (SPEC 4). */
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
 * Edit sets `edit` in the URL. Delete asks for confirmation in a browser dialog (SPEC 5).
 * @param searched label of the search box, which names the searched fields
 * @param pathOf returns the path of a row's page, to link to the page editor
 * @param deleted how many records the link to deleted ones leads to
 */
export function RecordList<Row extends { id: string; featured?: boolean }>({
  list,
  kind,
  searched,
  filters,
  sorts,
  columns,
  nameOf,
  pathOf,
  empty,
  deleted,
}: {
  list: Paged<Row>;
  kind: RestorableName;
  searched: string;
  filters: Filter[];
  sorts: Sorts;
  columns: Column<Row>[];
  nameOf: (row: Row) => string;
  pathOf?: (row: Row) => string;
  empty: { title: string; text: string };
  deleted: number;
}) {
  const { noun } = recordKinds[kind];
  const hasPages = "base" in recordKinds[kind];
  const { change } = useQueryState();
  const post = useRowAction();
  const pinning = useSaveFetcher();
  const remove = (id: string, name: string) => {
    if (window.confirm(`Delete the ${noun.one} “${name}”?`)) post({ intent: "delete", id });
  };
  const sort = useSort(sorts);
  const choice = useChosen(list.rows);
  const [first, ...others] = columns;
  // The checkbox goes next to the record's name, so that it's visible on small screens.
  const withBox: Column<Row> = {
    ...first!,
    cell: (row) => (
      <div className="pick">
        <ChooseBox choice={choice} id={row.id} name={nameOf(row)} />
        {first!.cell(row)}
      </div>
    ),
  };
  return (
    <>
      <div className="toolbar">
        <SearchBox label={searched} />
        {filters.map((filter) => (
          <Choice key={filter.name} name={filter.name} label={filter.label}>
            <option value="">{filter.all}</option>
            {filter.options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Choice>
        ))}
        <SortChoice sorts={sorts} />
      </div>
      <TableCard
        list={list}
        bar={
          <ChosenBar choice={choice} post={post}>
            {(act) => (
              <RecordActions count={choice.chosen.length} noun={noun} canPublish={hasPages} act={act} />
            )}
          </ChosenBar>
        }
        caption={`${capital(noun.many)}, ${sorts[sort]?.toLowerCase()}`}
        columns={[withBox, ...others]}
        keyOf={({ id }) => id}
        actions={(row) => (
          <RowActions
            name={nameOf(row)}
            path={pathOf?.(row)}
            onEdit={() => change({ edit: row.id, add: null })}
            onDelete={() => remove(row.id, nameOf(row))}
            pin={
              row.featured === undefined
                ? undefined
                : {
                    isPinned: row.featured,
                    turn: () =>
                      pinning.submit(
                        { intent: row.featured ? "unpin" : "pin", ids: row.id },
                        { method: "post" },
                      ),
                  }
            }
            onDuplicate={hasPages ? () => post({ intent: "duplicate", ids: row.id }) : undefined}
          />
        )}
        filters={["search", ...filters.map(({ name }) => name)]}
        none={empty}
        unmatched={{ title: "No matches", text: `No ${noun.many} match this search and these filters.` }}
        showAll={`Show all ${noun.many}`}
      />
      {deleted > 0 && (
        <Link
          className="more"
          to={{ pathname: href("/admin-control-panel-seoprozone/deleted"), search: `?kind=${kind}` }}
        >
          Deleted {noun.many} ({deleted.toLocaleString("en-US")})
        </Link>
      )}
    </>
  );
}

export function RecordCell({
  image,
  title,
  isPinned,
  children,
}: {
  image: string;
  title: string;
  isPinned?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="tcell">
      <SmallImage src={image} width={72} height={45} loading="lazy" />
      <span>
        <b>{title}</b>
        <small>
          {isPinned && (
            <span className="tcell__pin">
              <Pin className="i i-sm" aria-hidden />
              {PINNED_LABEL} ·{" "}
            </span>
          )}
          {children}
        </small>
      </span>
    </div>
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
