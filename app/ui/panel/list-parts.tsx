// What stands around a list that the server searches, orders and cuts into pages, and at the end of its rows; what is
// chosen is in the address.
import { ChevronLeft, ChevronRight, Copy, Pencil, Search, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { choosing } from "../../copy/panel/several.ts";
import { FlatLine } from "../site/flat-line.tsx";
import { useDebounced } from "./debounced.ts";
import { IconButton } from "./icon-button.tsx";
import { useQueryState } from "./query-state.ts";
import { sealed } from "./sealed.ts";

/** A search starts when the typing pauses. */
const PAUSE_MS = 250;

/**
 * Searches as one types; the text is in the address as `search`, and a new search starts at the first page.
 * @param props.label says what is searched
 * @param props.personal of a list of people: what its address looks for, read by the server (null where it cannot), and the address that seals
 *   an email address before it stands there
 */
export function SearchBox({
  label,
  personal,
}: {
  label: string;
  personal?: { searched: string | null; sealAt: string };
}) {
  const { params, change } = useQueryState();
  const read = personal ? personal.searched : (params.get("search") ?? "");
  const latest = useRef("");
  const [typed, setTyped] = useState(read ?? "");
  const [searched, setSearched] = useState(read ?? "");
  const inAddress = read ?? searched;
  // Back and Forward change the address under the box.
  if (inAddress !== searched) {
    setSearched(inAddress);
    if (inAddress !== typed.trim()) setTyped(inAddress);
  }
  const search = async (typed: string) => {
    const text = typed.trim();
    latest.current = text;
    const shown = personal ? await sealed(text, personal.sealAt) : text;
    // One that was typed earlier may be sealed later.
    if (shown !== null && latest.current === text)
      change({ search: shown || null, page: null }, { replace: true });
  };
  useDebounced(typed, PAUSE_MS, (text) => {
    if (text.trim() !== inAddress) search(text);
  });
  return <SearchInput label={label} typed={typed} onType={setTyped} onEnter={() => search(typed)} />;
}

/** The box of a search. @param props.onEnter searches at once; a form around the box is not sent */
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

/** Keys of the address that go when a list is narrowed, ordered or paged. */
type Clears = { clears?: readonly string[] };

const cleared = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, null]));

/**
 * A choice that works at once: its value is in the address, and the list starts at its first page. `children` are its
 * options.
 * @param props.name the key in the address
 * @param props.value what is chosen, where the address need not say it
 * @param props.isWide takes what its row leaves: its options are long
 */
export function Choice({
  name,
  label,
  value,
  clears = [],
  isWide,
  children,
}: Clears & { name: string; label: string; value?: string; isWide?: boolean; children: ReactNode }) {
  const { params, change } = useQueryState();
  return (
    <select
      className={isWide ? "input toolbar__wide" : "input"}
      aria-label={label}
      value={value ?? params.get(name) ?? ""}
      onChange={(event) => change({ [name]: event.currentTarget.value, page: null, ...cleared(clears) })}
    >
      {children}
    </select>
  );
}

/** @param props.of value to its words */
export function Options({ of }: { of: Record<string, string> }) {
  return Object.entries(of).map(([value, words]) => (
    <option key={value} value={value}>
      {words}
    </option>
  ));
}

/** The orders that a list can have, value in the address to its words; the first one is where nothing is chosen. */
export type Sorts = Record<string, string>;

/** Which of the orders the address asks for. */
export function useSort<Sort extends string>(sorts: Record<Sort, string>): Sort {
  const asked = useQueryState().params.get("sort") ?? "";
  return (Object.hasOwn(sorts, asked) ? asked : Object.keys(sorts)[0]) as Sort;
}

/** In which order the list is, as `sort` in the address. */
export function SortChoice({ sorts }: { sorts: Sorts }) {
  return (
    <Choice name="sort" label="Sort by" value={useSort(sorts)}>
      <Options of={sorts} />
    </Choice>
  );
}

/** Edit and Delete at the end of a row, and a copy where that makes sense. */
export function RowActions({
  name,
  onEdit,
  onDelete,
  onDuplicate,
}: {
  name: string;
  onEdit: () => void;
  onDelete: () => void;
  onDuplicate?: () => void;
}) {
  return (
    <span className="acts">
      {onDuplicate && (
        <IconButton icon={Copy} title={choosing.duplicate} onClick={onDuplicate}>
          {choosing.duplicate} {name}
        </IconButton>
      )}
      <IconButton icon={Pencil} title="Edit" onClick={onEdit}>
        Edit {name}
      </IconButton>
      <IconButton icon={Trash2} title="Delete" onClick={onDelete}>
        Delete {name}
      </IconButton>
    </span>
  );
}

/** A page of a list, as its query returns it. */
export type Paged<Row = unknown> = {
  rows: Row[];
  matching: number;
  /** where more match than were counted */
  hasMore?: boolean;
  page: number;
  pages: number;
  perPage: number;
};

/**
 * Which rows these are of how many, and the way to the pages before and after. It stands right after the list, which
 * then begins at its top, for the eye and for the keyboard.
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

/** A list without rows: why, and in `children` what can be done about it. */
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
 * A list without rows that can be narrowed.
 * @param props.filters the keys of the address that narrow it
 * @param props.none where there is nothing to list
 * @param props.unmatched where there is, but nothing that matches
 * @param props.showAll what the way back to the whole list is called; absent for none
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
