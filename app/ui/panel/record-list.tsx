import { Copy, ExternalLink, History, Pin, PinOff, SquarePen } from "lucide-react";
import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { history } from "../../copy/panel/history.ts";
import { pageEditor } from "../../copy/panel/page-editor.ts";
import { type RestorableName, recordKinds } from "../../copy/panel/record-kinds.ts";
import { PINNED_LABEL } from "../../copy/panel/search-fields.ts";
import { choosing } from "../../copy/panel/several.ts";
import { editorOf } from "./edit-page-link.tsx";
import { historyPath } from "./history-link.tsx";
import {
  Choice,
  Filters,
  type Paged,
  RowActions,
  SearchBox,
  SortChoice,
  type Sorts,
  useSort,
} from "./list-parts.tsx";
import { MoreItem, MoreLink, MoreMenu } from "./more-menu.tsx";
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
 * The name and Edit open the form (`edit` in the URL). Delete asks for confirmation in a browser dialog (SPEC 5).
 * @param searched label of the search box, which names the searched fields
 * @param deleted how many records the link to deleted ones leads to
 */
export function RecordList<Row extends Listed>({
  list,
  kind,
  searched,
  filters,
  sorts,
  columns,
  nameOf,
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
  empty: { title: string; text: string };
  deleted: number;
}) {
  const { noun } = recordKinds[kind];
  const hasPages = "base" in recordKinds[kind];
  const { change } = useQueryState();
  const post = useRowAction();
  const quiet = useSaveFetcher();
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
        <Filters>
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
        </Filters>
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
            onEdit={() => change({ edit: row.id, add: null })}
            onDelete={() => remove(row.id, nameOf(row))}
          >
            {hasPages && (
              <RowMenu
                kind={kind}
                row={row}
                name={nameOf(row)}
                post={(intent) => quiet.submit({ intent, ids: row.id }, { method: "post" })}
              />
            )}
          </RowActions>
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

type Listed = { id: string; featured?: boolean; published?: boolean; slug?: string };

/** @param post posts an intent for the row; the focus returns to the menu's button */
function RowMenu({
  kind,
  row,
  name,
  post,
}: {
  kind: RestorableName;
  row: Listed;
  name: string;
  post: (intent: string) => void;
}) {
  const of = recordKinds[kind];
  const pin = row.featured ? "unpin" : "pin";
  const sr = <span className="sr"> {name}</span>;
  return (
    <MoreMenu label={choosing.actions(name)} title={choosing.more}>
      {row.featured !== undefined && (
        <MoreItem icon={row.featured ? PinOff : Pin} onClick={() => post(pin)}>
          {choosing[pin]}
          {sr}
        </MoreItem>
      )}
      {"base" in of && row.slug && (
        <MoreLink icon={SquarePen} to={editorOf(of.base + row.slug)}>
          {pageEditor.openOn}
          {sr}
        </MoreLink>
      )}
      <MoreItem icon={Copy} onClick={() => post("duplicate")}>
        {choosing.duplicate}
        {sr}
      </MoreItem>
      <MoreLink icon={History} to={historyPath(kind, row.id)}>
        {history.link}
        {sr}
      </MoreLink>
      {"base" in of && row.published && row.slug && (
        <MoreLink icon={ExternalLink} to={of.base + row.slug} isOnSite>
          {choosing.view}
          {sr}
        </MoreLink>
      )}
    </MoreMenu>
  );
}

/** Renders a record's name, which opens its form. On wide screens, it has at most two lines. */
export function RecordName({ id, children }: { id: string; children: string }) {
  const { params } = useQueryState();
  const search = new URLSearchParams(params);
  search.set("edit", id);
  search.delete("add");
  return (
    <Link className="rname" to={`?${search}`} preventScrollReset title={children}>
      {children}
    </Link>
  );
}

export function RecordCell({
  id,
  image,
  title,
  isPinned,
  children,
}: {
  id: string;
  image: string;
  title: string;
  isPinned?: boolean;
  children: ReactNode;
}) {
  return (
    <div className="tcell">
      <SmallImage src={image} width={72} height={45} loading="lazy" />
      <span>
        <RecordName id={id}>{title}</RecordName>
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
