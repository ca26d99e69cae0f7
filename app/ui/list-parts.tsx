// What stands around a list that the server searches and cuts into pages: search, pages, nothing to show.
import { ChevronLeft, ChevronRight, Search } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { useAddress } from "./address.ts";
import { FlatLine } from "./flat-line.tsx";

/** A search starts when the typing pauses. */
const PAUSE_MS = 250;

/**
 * Searches as one types; the text is in the address as `search`, and a new search starts at the first page.
 * @param props.label says what is searched
 */
export function SearchBox({ label }: { label: string }) {
  const { params, change } = useAddress();
  const inAddress = params.get("search") ?? "";
  const [typed, setTyped] = useState(inAddress);
  const [searched, setSearched] = useState(inAddress);
  // Back and Forward change the address under the box.
  if (inAddress !== searched) {
    setSearched(inAddress);
    if (inAddress !== typed.trim()) setTyped(inAddress);
  }
  const search = (text: string) => change({ search: text.trim() || null, page: null }, { replace: true });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed starts a search
  useEffect(() => {
    if (typed.trim() === inAddress) return;
    const timer = setTimeout(() => search(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <search className="affix">
      <Search className="i" aria-hidden />
      <input
        className="input"
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") search(typed);
        }}
      />
    </search>
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

/** Which rows these are of how many, and the way to the pages before and after. */
export function Pager({ list, onPage }: { list: Paged; onPage: (page: number) => void }) {
  const first = (list.page - 1) * list.perPage + 1;
  return (
    <nav className="pager" aria-label="Pages of the list">
      <span className="num" aria-live="polite">
        {first.toLocaleString("en-US")} to {(first + list.rows.length - 1).toLocaleString("en-US")} of{" "}
        {list.matching.toLocaleString("en-US")}
        {list.hasMore && " or more"}
      </span>
      {list.pages > 1 && (
        <div>
          <button
            type="button"
            className="btn btn--icon btn--ghost"
            disabled={list.page === 1}
            onClick={() => onPage(list.page - 1)}
          >
            <ChevronLeft className="i" aria-hidden />
            <span className="sr">Previous page</span>
          </button>
          <button
            type="button"
            className="btn btn--icon btn--ghost"
            disabled={list.page === list.pages}
            onClick={() => onPage(list.page + 1)}
          >
            <ChevronRight className="i" aria-hidden />
            <span className="sr">Next page</span>
          </button>
        </div>
      )}
    </nav>
  );
}

/** A list without rows: why, and in `children` what can be done about it. */
export function ListEmpty({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="state">
      <FlatLine />
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  );
}
