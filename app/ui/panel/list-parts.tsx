// List controls, which keep their state in the URL.
import { ChevronLeft, ChevronRight, Pencil, Search, SlidersHorizontal, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { FlatLine } from "../site/flat-line.tsx";
import { useDebounced } from "./debounced.ts";
import { IconButton } from "./icon-button.tsx";
import { useQueryState } from "./query-state.ts";
import { sealed } from "./sealed.ts";

const PAUSE_MS = 250;

/**
 * Searches as the user types. The text is in the URL as `search`.
 * @param props.personal for lists of people: the search as read by the server (null if unreadable), and the
 *   endpoint that encrypts email addresses for the URL
 */
export function SearchBox({
  label,
  personal,
}: {
  label: string;
  personal?: { searched: string | null; sealAt: string };
}) {
  const { params, loading, change } = useQueryState();
  const next = (loading ?? params).get("search") ?? "";
  const read = personal && next ? personal.searched : next;
  const latest = useRef("");
  const [typed, setTyped] = useState(read ?? "");
  const [searched, setSearched] = useState(read ?? "");
  const [own, setOwn] = useState<string | null>(null);
  const inAddress = read ?? searched;
  // Follow Back, Forward and "Show all", but not the box's own search, because more may have been typed since.
  if (inAddress !== searched) {
    setSearched(inAddress);
    if (inAddress !== own) {
      setOwn(null);
      if (inAddress !== typed.trim()) setTyped(inAddress);
    }
  }
  const search = async (typed: string) => {
    const text = typed.trim();
    latest.current = text;
    setOwn(text);
    const shown = personal ? await sealed(text, personal.sealAt) : text;
    // Encrypted values may arrive out of order.
    if (shown !== null && latest.current === text)
      change({ search: shown || null, page: null }, { replace: true });
  };
  useDebounced(typed, PAUSE_MS, (text) => {
    if (text.trim() !== inAddress) search(text);
  });
  return <SearchInput label={label} typed={typed} onType={setTyped} onEnter={() => search(typed)} />;
}

/** @param props.onEnter searches immediately, without submitting a surrounding form */
export function SearchInput(props: {
  label: string;
  typed: string;
  className?: string;
  onType: (typed: string) => void;
  onEnter: () => void;
}) {
  const { label, typed, className = "affix", onType, onEnter } = props;
  return (
    <search className={className}>
      <Search className="i" aria-hidden />
      <input
        className="input"
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          onEnter();
        }}
      />
    </search>
  );
}

/** Query parameters to remove from the URL when a list is filtered or paged. */
type Clears = { clears?: readonly string[] };

const cleared = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, null]));

/**
 * Renders a select whose value goes into the URL. A change returns to page one, and shows while the page loads.
 * @param props.value the selection; defaults to the URL's value
 * @param props.isWide fills its row, for long options
 */
export function Choice({
  name,
  label,
  value,
  clears = [],
  isWide,
  children,
}: Clears & { name: string; label: string; value?: string; isWide?: boolean; children: ReactNode }) {
  const { params, change, loading } = useQueryState();
  const chosen = loading?.get(name) ?? (loading && value === undefined ? "" : undefined);
  return (
    <select
      className={isWide ? "input toolbar__wide" : "input"}
      aria-label={label}
      value={chosen ?? value ?? params.get(name) ?? ""}
      onChange={(event) => change({ [name]: event.currentTarget.value, page: null, ...cleared(clears) })}
    >
      {children}
    </select>
  );
}

/** Renders a list's choices: beside its search, or behind a button on small screens. */
export function Filters({ children }: { children: ReactNode }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="btn btn--icon btn--line filters__open"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <SlidersHorizontal className="i" aria-hidden />
        <span className="sr">Filters and order</span>
      </button>
      <div className="filters" id={id} data-open={isOpen || undefined}>
        {children}
      </div>
    </>
  );
}

export function Options({ of }: { of: Record<string, string> }) {
  return Object.entries(of).map(([value, words]) => (
    <option key={value} value={value}>
      {words}
    </option>
  ));
}

/** Labels of sort orders by URL value. The first is the default. */
export type Sorts = Record<string, string>;

export function useSort<Sort extends string>(sorts: Record<Sort, string>): Sort {
  const asked = useQueryState().params.get("sort") ?? "";
  return (Object.hasOwn(sorts, asked) ? asked : Object.keys(sorts)[0]) as Sort;
}

export function SortChoice({ sorts }: { sorts: Sorts }) {
  return (
    <Choice name="sort" label="Sort by" value={useSort(sorts)}>
      <Options of={sorts} />
    </Choice>
  );
}

/**
 * Renders a row's Edit and Delete buttons.
 * @param props.children further buttons
 */
export function RowActions({
  name,
  onEdit,
  onDelete,
  children,
}: {
  name: string;
  onEdit: () => void;
  onDelete: () => void;
  children?: ReactNode;
}) {
  return (
    <span className="acts">
      <IconButton icon={Pencil} title="Edit" onClick={onEdit}>
        Edit {name}
      </IconButton>
      <IconButton icon={Trash2} title="Delete" onClick={onDelete}>
        Delete {name}
      </IconButton>
      {children}
    </span>
  );
}

/** A page of a list, as returned by its query. */
export type Paged<Row = unknown> = {
  rows: Row[];
  matching: number;
  /** whether more rows match than were counted */
  hasMore?: boolean;
  page: number;
  pages: number;
  perPage: number;
};

/**
 * Renders buttons for the previous and next pages. Place it right after the list, because a page change moves
 * the focus to the list.
 */
export function Pager({ list, clears = [] }: Clears & { list: Paged }) {
  const { change } = useQueryState();
  const bar = useRef<HTMLElement>(null);
  const asked = useRef<number>(undefined);
  const open = (page: number) => {
    asked.current = page;
    change({ page: page > 1 ? String(page) : null, ...cleared(clears) });
  };
  useEffect(() => {
    const rows = bar.current?.previousElementSibling;
    if (asked.current !== list.page || !(rows instanceof HTMLElement)) return;
    asked.current = undefined;
    rows.tabIndex = -1;
    rows.focus({ preventScroll: true });
    rows.scrollTop = 0;
    rows.scrollIntoView();
  }, [list.page]);
  const first = (list.page - 1) * list.perPage + 1;
  return (
    <nav className="pager" aria-label="Pagination" ref={bar}>
      <span className="num" aria-live="polite">
        {first.toLocaleString("en-US")} to {(first + list.rows.length - 1).toLocaleString("en-US")} of{" "}
        {list.matching.toLocaleString("en-US")}
        {list.hasMore && " or more"}
      </span>
      {list.pages > 1 && (
        <div>
          <IconButton icon={ChevronLeft} disabled={list.page === 1} onClick={() => open(list.page - 1)}>
            Previous page
          </IconButton>
          <IconButton
            icon={ChevronRight}
            disabled={list.page === list.pages}
            onClick={() => open(list.page + 1)}
          >
            Next page
          </IconButton>
        </div>
      )}
    </nav>
  );
}

type Words = { title: string; text: string };

/** Renders an empty state. `children` tell the owner what to do. */
export function ListEmpty({ title, text, children }: Words & { children?: ReactNode }) {
  return (
    <div className="state">
      <FlatLine />
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  );
}

/**
 * @param props.none for an empty list
 * @param props.unmatched for a filtered list
 * @param props.showAll label of the link to the whole list; absent for no link
 */
export function NoRows({
  filters,
  none,
  unmatched,
  showAll,
}: {
  filters: readonly string[];
  none: Words;
  unmatched: Words;
  showAll?: string;
}) {
  const { params, change } = useQueryState();
  if (!filters.some((name) => params.get(name))) return <ListEmpty {...none} />;
  return (
    <ListEmpty {...unmatched}>
      {showAll && (
        <button type="button" className="btn btn--line" onClick={() => change(cleared([...filters, "page"]))}>
          {showAll}
        </button>
      )}
    </ListEmpty>
  );
}
