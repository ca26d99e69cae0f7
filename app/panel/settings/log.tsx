import { ScrollText, TriangleAlert } from "lucide-react";
import { securityLog as words } from "../../copy/panel/security-log.ts";
import { CardSection } from "../../ui/panel/card-section.tsx";
import { Pager } from "../../ui/panel/list-parts.tsx";
import { type Column, Table } from "../../ui/panel/table.tsx";
import type { PageOf } from "./pages.server.ts";

type Log = PageOf<"security">["log"];

const COLUMNS: Column<NonNullable<Log>["rows"][number]>[] = [
  { head: words.columns.what, className: "tbl__main", cell: ({ what }) => what },
  {
    head: words.columns.browser,
    className: "tbl__text",
    cell: ({ name, browser, isThis }) => (
      <span className="tbl__named">
        {name && <b>{name} </b>}
        {browser} {isThis && <small>{words.thisBrowser}</small>}
      </span>
    ),
  },
  { head: words.columns.network, className: "subtle", cell: ({ network }) => network },
  { head: words.columns.when, className: "subtle tbl__date", cell: ({ when }) => when },
];

export function SecurityLogCard({ log }: { log: Log }) {
  return (
    <CardSection id="security-log" title={words.title} about={words.about} icon={ScrollText}>
      {!log && <p className="sett__b">{words.unreadable}</p>}
      {log?.attack && (
        <p className="warn warn--in-card">
          <TriangleAlert className="i" aria-hidden />
          <span>
            <b>{words.attack.title}</b> {log.attack}
          </span>
        </p>
      )}
      {log && !log.rows.length && <p className="sett__b muted">{words.none}</p>}
      {log && log.rows.length > 0 && (
        <>
          <Table caption={words.caption} columns={COLUMNS} rows={log.rows} keyOf={({ id }) => id} />
          <Pager list={log} />
        </>
      )}
    </CardSection>
  );
}
