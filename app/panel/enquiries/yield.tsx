import { data, href } from "react-router";
import { yieldWords as words } from "../../copy/panel/yield.ts";
import { assistantOf } from "../../features/enquiries/sources.ts";
import { showValue } from "../../features/enquiries/value.ts";
import { readYield } from "../../features/enquiries/yield.server.ts";
import { startOf, type YieldBy, yieldQuery } from "../../features/enquiries/yield.ts";
import { ownerDb } from "../../platform/http/context.server.ts";
import { Choice, ListEmpty, Options } from "../../ui/panel/list-parts.tsx";
import { ExportLink, TabHead } from "../../ui/panel/tab-head.tsx";
import { type Column, Table } from "../../ui/panel/table.tsx";
import { useToast } from "../../ui/panel/toaster.tsx";
import { loadOrToast } from "../saving/save.server.ts";
import type { Route } from "./+types/yield";
import { EnquiryViews } from "./views.tsx";

export const meta: Route.MetaFunction = () => [{ title: `${words.title} | Control panel` }];

/** The others are in the CSV. */
const ROWS = 100;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { by, days } = yieldQuery.parse(Object.fromEntries(url.searchParams));
  const { value, fault } = await loadOrToast(async () => {
    const rows = await readYield(context.get(ownerDb), by, startOf(days));
    return {
      ...{ by, days },
      rest: Math.max(0, rows.length - ROWS),
      rows: rows.slice(0, ROWS).map((row) => ({
        ...row,
        value: showValues(row.once, row.monthly),
        about: showValues(row.about_once, row.about_monthly),
        days: row.days === null ? "" : words.days(row.days),
      })),
    };
  }, words.fetchFailed);
  return data({ list: value, fault });
}

/** Returns "$3,000 a month, $500", for example; empty for nothing. */
const showValues = (once: number, monthly: number) =>
  [
    ...(monthly ? [showValue({ cents: monthly, per: "month", isEstimate: false })] : []),
    ...(once ? [showValue({ cents: once, per: "once", isEstimate: false })] : []),
  ].join(", ");

type List = NonNullable<Route.ComponentProps["loaderData"]["list"]>;
type Row = List["rows"][number];

const count = (of: "enquiries" | "answered" | "won"): Column<Row> => ({
  head: words.columns[of],
  className: "num",
  cell: (row) => row[of].toLocaleString("en-US"),
});

function columnsOf(by: YieldBy): Column<Row>[] {
  const isPath = by === "landing" || by === "page" || by === "case-study";
  return [
    {
      head: words.heads[by],
      className: "tbl__main",
      cell: ({ name }) => {
        const assistant = by === "source" && assistantOf(name);
        return (
          <span className="tbl__name">
            {name && isPath ? <a href={name}>{name}</a> : assistant || name || words.unknown[by]}
            {assistant && <span className="badge badge--line">{words.assistant}</span>}
          </span>
        );
      },
    },
    ...[count("enquiries"), count("answered"), count("won")],
    { head: words.columns.value, cell: ({ value }) => value },
    { head: words.columns.about, className: "subtle", cell: ({ about }) => about },
    { head: words.columns.days, className: "num", cell: ({ days }) => days },
  ];
}

export default function Yield({ loaderData: { list, fault } }: Route.ComponentProps) {
  useToast(fault);
  return (
    <>
      <TabHead title={words.title} about={words.about}>
        {list && (
          <ExportLink
            to={href("/admin-control-panel-seoprozone/sources.csv")}
            query={new URLSearchParams({ by: list.by, days: list.days }).toString()}
          >
            {words.exportCsv}
          </ExportLink>
        )}
      </TabHead>
      <EnquiryViews />
      {list ? <Report list={list} /> : <p className="state">{words.unreadable}</p>}
    </>
  );
}

function Report({ list }: { list: List }) {
  const { bys, periods } = words;
  return (
    <>
      <div className="toolbar">
        <Choice name="by" label={words.by} value={list.by}>
          <Options of={bys} />
        </Choice>
        <Choice name="days" label={words.period} value={list.days}>
          <Options of={periods} />
        </Choice>
      </div>
      {list.rows.length ? (
        <div className="card">
          <Table
            caption={words.caption(bys[list.by], periods[list.days])}
            columns={columnsOf(list.by)}
            rows={list.rows}
            keyOf={({ name }) => name}
          />
          {list.rest > 0 && <p className="state">{words.more(list.rest)}</p>}
        </div>
      ) : (
        <ListEmpty title={words.none} text={words.noneText} />
      )}
      <p className="hint yield__hint">{words.hint}</p>
    </>
  );
}
