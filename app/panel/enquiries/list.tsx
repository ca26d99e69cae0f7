import { Trash2 } from "lucide-react";
import { href, Link } from "react-router";
import { enquiriesTab as words } from "../../copy/panel/enquiries-tab.ts";
import type { EnquiryView } from "../../features/enquiries/filter.ts";
import { ENQUIRY_FORMS, type EnquiryForm, type StageNames } from "../../features/enquiry-table/statuses.ts";
import { Choice, Filters, ListEmpty, Options, SearchBox } from "../../ui/panel/list-parts.tsx";
import { useQueryState } from "../../ui/panel/query-state.ts";
import { ChooseBox, ChosenBar, useChosen } from "../../ui/panel/record-list.chosen.tsx";
import type { Column } from "../../ui/panel/table.tsx";
import { TableCard } from "../../ui/panel/table-card.tsx";
import type { Route } from "./+types/tab";
import type { Post } from "./trail.tsx";

type List = NonNullable<Route.ComponentProps["loaderData"]["list"]>;
type Tab = keyof typeof words.tabs;

/** The tab that a list is on. */
const TAB_OF: Record<EnquiryView, Tab> = {
  ...{ all: "all", new: "new", overdue: "new", today: "today", spam: "spam" },
  ...{ open: "open", contacted: "open", qualified: "open" },
  ...{ closed: "closed", won: "closed", lost: "closed" },
};

/** Filters besides the list itself. */
const FILTERS = ["search", "form", "assigned"];

export function EnquiryList({ list, post }: { list: List; post: Post }) {
  const { params } = useQueryState();
  const tab = TAB_OF[list.view];
  const choice = useChosen(list.rows);
  const { columns, tabs, sorts } = words;
  const isFiltered = FILTERS.some((name) => params.get(name));
  const openOne = (id: string) => ({
    search: `?${new URLSearchParams({ ...Object.fromEntries(params), status: list.view, open: id })}`,
  });
  const shown: Column<List["rows"][number]>[] = [
    {
      head: columns.enquiry,
      className: "tbl__main",
      cell: (row) => (
        <div className="pick">
          <ChooseBox choice={choice} id={row.id} name={row.name} />
          <Link id={`enquiry-${row.id}`} className="sender" to={openOne(row.id)}>
            <b>{row.name}</b>
            <span>{row.message || ENQUIRY_FORMS[row.form_type as EnquiryForm]}</span>
          </Link>
        </div>
      ),
    },
    {
      head: columns.status,
      cell: ({ wait, status }) =>
        wait ? (
          <span className={`badge badge--${wait.tone}`}>{wait.words}</span>
        ) : (
          <span className="badge badge--line">{list.stages[status]}</span>
        ),
    },
    {
      head: columns.step,
      cell: ({ step, isDue, idle, assignee }) => (
        <>
          {step && <span className={isDue ? "badge badge--warn" : undefined}>{step}</span>}
          {!step && idle > 0 && <span className="subtle">{words.idle(idle)}</span>}
          {assignee && <small className="sender__who">{assignee}</small>}
        </>
      ),
    },
    { head: columns.value, className: "leads__value", cell: ({ valueWords }) => valueWords },
    {
      head: columns.received,
      className: "tbl__date subtle",
      cell: (row) => <time dateTime={row.created_at.toISOString()}>{row.received}</time>,
    },
  ];
  return (
    <>
      <Tabs list={list} tab={tab} />
      <Toolbar list={list} tab={tab} />
      {list.rows.length === 0 && !isFiltered ? (
        <ListEmpty title={tabs[tab].none} text={tabs[tab].text} />
      ) : (
        <TableCard
          list={list}
          className="tbl tbl--cards leads"
          bar={
            <ChosenBar choice={choice} post={post}>
              {(act) => <Bulk count={choice.chosen.length} stages={list.stages} act={act} />}
            </ChosenBar>
          }
          caption={words.caption(tabs[tab].label, sorts[list.order])}
          columns={list.rows.some(({ valueWords }) => valueWords) ? shown : shown.toSpliced(3, 1)}
          keyOf={({ id }) => id}
          filters={FILTERS}
          none={{ title: words.nothingMatches, text: words.nothingMatchesText }}
          unmatched={{ title: words.nothingMatches, text: words.nothingMatchesText }}
          showAll={words.showAll}
        />
      )}
    </>
  );
}

/** Renders the lists in the order that the owner works through them. */
function Tabs({ list: { counts }, tab }: { list: List; tab: Tab }) {
  const { params } = useQueryState();
  const numbers: Partial<Record<Tab, number>> = {
    new: counts.fresh,
    today: counts.due,
    spam: counts.setAside,
  };
  const kept = FILTERS.flatMap((name) => {
    const value = params.get(name);
    return value ? [[name, value]] : [];
  });
  return (
    <nav className="views leads__tabs" aria-label={words.lists}>
      {(Object.keys(words.tabs) as Tab[]).map((name) => (
        <Link
          key={name}
          className="btn btn--ghost"
          to={{ search: `?${new URLSearchParams([...kept, ["status", name]])}` }}
          aria-current={name === tab ? "page" : undefined}
        >
          {words.tabs[name].label}
          {numbers[name] ? <span className="badge">{numbers[name].toLocaleString("en-US")}</span> : null}
        </Link>
      ))}
    </nav>
  );
}

function Toolbar({ list, tab }: { list: List; tab: Tab }) {
  const stages = stagesOf(tab, list.stages);
  const { sorts } = words;
  const usual = tab === "new" ? "oldest" : "newest";
  const other = tab === "new" ? "newest" : "oldest";
  return (
    <div className="toolbar">
      <SearchBox
        label={words.search}
        personal={{ searched: list.searched, sealAt: href("/admin-control-panel-seoprozone/seal") }}
      />
      <Filters>
        <Choice name="form" label={words.formFilter}>
          <Options of={{ "": words.allForms, ...ENQUIRY_FORMS }} />
        </Choice>
        {stages && (
          <Choice name="status" label={words.stageFilter} value={list.view}>
            <Options of={stages} />
          </Choice>
        )}
        {list.mine && (
          <Choice name="assigned" label={words.assignedFilter}>
            <Options of={{ "": words.assignedTo.any, me: list.mine }} />
          </Choice>
        )}
        {tab !== "today" && (
          <Choice name="sort" label={words.sortBy}>
            <Options of={{ "": sorts[usual], [other]: sorts[other] }} />
          </Choice>
        )}
      </Filters>
    </div>
  );
}

/** Returns the parts of a list that can be chosen; undefined if it has none. */
function stagesOf(tab: Tab, { contacted, qualified, won, lost }: StageNames) {
  const parts: Partial<Record<Tab, Record<string, string>>> = {
    new: { new: words.allNew, overdue: words.overdue },
    open: { open: words.allStages, contacted, qualified },
    closed: { closed: words.allStages, won, lost },
  };
  return parts[tab];
}

type BulkProps = {
  count: number;
  stages: StageNames;
  act: (intent: string, more?: Record<string, string>) => void;
};

function Bulk({ count, stages, act }: BulkProps) {
  return (
    <>
      <fieldset className="stages">
        <legend>{words.setStatus}</legend>
        {Object.entries(stages).map(([status, name]) => (
          <button
            key={status}
            type="button"
            className="btn btn--soft"
            onClick={() => act("change", { status })}
          >
            {name}
          </button>
        ))}
      </fieldset>
      <button
        type="button"
        className="btn btn--soft"
        onClick={() => {
          if (window.confirm(words.confirmDeleteMany(count))) act("delete");
        }}
      >
        <Trash2 className="i" aria-hidden />
        {words.deleteChosen}
      </button>
    </>
  );
}
