import { Trash2 } from "lucide-react";
import { useState } from "react";
import { href, Link } from "react-router";
import { enquiriesTab as words } from "../../copy/panel/enquiries-tab.ts";
import { ENQUIRY_FORMS, ENQUIRY_STATUSES, type EnquiryForm } from "../../features/enquiry-table/statuses.ts";
import { Choice, NoRows, Options, Pager, SearchBox } from "../../ui/panel/list-parts.tsx";
import { useQueryState } from "../../ui/panel/query-state.ts";
import { useChosen } from "../../ui/panel/record-list.chosen.tsx";
import type { Route } from "./+types/tab";

type List = NonNullable<Route.ComponentProps["loaderData"]["list"]>;
type Post = (values: Record<string, string>) => void;

/** The presets already include `new`. */
const { new: _, ...SETTLED } = ENQUIRY_STATUSES;
const STATUS_OPTIONS = { ...words.presets, ...SETTLED };

/** Filters and paging close the open enquiry, which may not be in the new list. */
const OPEN = ["open"];

/** Renders search, filters and the number of hidden spam messages. */
export function EnquiryToolbar({
  setAside,
  searched,
  mine,
}: {
  setAside: number;
  searched: string | null;
  /** label of the `me` option; absent if there's no one to assign enquiries to */
  mine?: string;
}) {
  return (
    <div className="toolbar">
      <SearchBox
        label={words.search}
        personal={{ searched, sealAt: href("/admin-control-panel-seoprozone/seal") }}
      />
      <Choice name="form" label={words.formFilter} clears={OPEN}>
        <Options of={{ "": words.allForms, ...ENQUIRY_FORMS }} />
      </Choice>
      <Choice name="status" label={words.statusFilter} clears={OPEN}>
        <Options of={STATUS_OPTIONS} />
      </Choice>
      {mine && (
        <Choice name="assigned" label={words.assignedFilter} clears={OPEN}>
          <Options of={{ "": words.assignedTo.any, me: mine }} />
        </Choice>
      )}
      {setAside > 0 && (
        <Link className="toolbar__link" to={{ search: "?status=spam" }}>
          {words.setAside(setAside)}
        </Link>
      )}
      <Choice name="sort" label={words.sortBy} clears={OPEN}>
        <Options of={{ "": words.sorts.newest, oldest: words.sorts.oldest }} />
      </Choice>
    </div>
  );
}

export function NoEnquiries() {
  return (
    <NoRows
      filters={["search", "status", "form", "assigned"]}
      none={{ title: words.none, text: words.noneText }}
      unmatched={{ title: words.nothingMatches, text: words.nothingMatchesText }}
      showAll={words.showAll}
    />
  );
}

export function EnquiryList({ list, openId, post }: { list: List; openId: string; post: Post }) {
  const { params } = useQueryState();
  const { all, chosen, mark } = useChosen(list.rows);
  const act: Post = (values) => {
    post({ ...values, ids: chosen.join() });
    mark(all, false);
  };
  return (
    <div className="inbox__l">
      <div className="inbox__bulk">
        <label className="check">
          <input
            type="checkbox"
            checked={chosen.length > 0 && chosen.length === all.length}
            disabled={!all.length}
            onChange={(event) => mark(all, event.currentTarget.checked)}
          />
          {chosen.length ? words.chosen(chosen.length) : words.chooseAll}
        </label>
        {chosen.length > 0 && <Bulk count={chosen.length} act={act} />}
      </div>
      <ul aria-label={words.list}>
        {list.rows.map((row) => (
          <li key={row.id} className="mail" aria-current={row.id === openId || undefined}>
            <label className="check mail__choose">
              <input
                type="checkbox"
                checked={chosen.includes(row.id)}
                onChange={(event) => mark([row.id], event.currentTarget.checked)}
              />
              <span className="sr">{words.choose(row.name)}</span>
            </label>
            <Link
              id={`mail-${row.id}`}
              to={{ search: `?${new URLSearchParams({ ...Object.fromEntries(params), open: row.id })}` }}
              preventScrollReset
            >
              <b className={row.status === "new" ? "mail__new" : undefined}>{row.name}</b>
              <time dateTime={row.created_at.toISOString()}>{row.received}</time>
              <span className="mail__text">{row.message}</span>
              <span className="tags">
                <span className="badge">{ENQUIRY_FORMS[row.form_type as EnquiryForm]}</span>
                {row.wait ? (
                  <span className={`badge badge--${row.wait.tone}`}>{row.wait.words}</span>
                ) : (
                  <span className="badge badge--line">{ENQUIRY_STATUSES[row.status]}</span>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {list.rows.length > 0 && <Pager list={list} clears={OPEN} />}
    </div>
  );
}

function Bulk({ count, act }: { count: number; act: Post }) {
  const [status, setStatus] = useState("contacted");
  return (
    <>
      <select
        className="input"
        aria-label={words.setStatus}
        value={status}
        onChange={(event) => setStatus(event.currentTarget.value)}
      >
        <Options of={ENQUIRY_STATUSES} />
      </select>
      <button type="button" className="btn btn--line" onClick={() => act({ intent: "status", status })}>
        {words.apply}
      </button>
      <button
        type="button"
        className="btn btn--icon btn--line"
        title={words.deleteChosen}
        onClick={() => {
          if (window.confirm(words.confirmDeleteMany(count))) act({ intent: "delete" });
        }}
      >
        <Trash2 className="i" aria-hidden />
        <span className="sr">{words.deleteChosen}</span>
      </button>
    </>
  );
}
