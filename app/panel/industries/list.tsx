import { href, Link } from "react-router";
import { industriesTab as words } from "../../copy/panel/industries-tab.ts";
import { servicesOfIndustry } from "../../copy/site/service-catalog.ts";
import { RecordList } from "../../ui/panel/record-list.tsx";
import { MarkBadges } from "../../ui/panel/row-marks.tsx";
import type { Column } from "../../ui/panel/table.tsx";
import type { Route } from "./+types/tab";

type List = NonNullable<Route.ComponentProps["loaderData"]["list"]>;
type Row = List["rows"][number];

const SORTS = { name: "Name A to Z", uses: "Most used first", changed: "Recently changed" };

const COLUMNS: Column<Row>[] = [
  {
    head: "Name",
    className: "tbl__main",
    cell: (row) => (
      <span className="tbl__name">
        <b>{row.name}</b>
        {row.is_sample && <span className="badge badge--line">Sample</span>}
        <MarkBadges {...row} />
      </span>
    ),
  },
  {
    head: "Description",
    className: "tbl__text",
    cell: (row) => row.description || <span className="subtle">None</span>,
  },
  {
    head: words.head,
    className: "tbl__text",
    cell: ({ name }) =>
      servicesOfIndustry(name)
        .map((service) => service.name)
        .join(", ") || <span className="subtle">{words.none}</span>,
  },
  { head: "Case studies", className: "num", cell: (row) => <Uses {...row} /> },
  { head: "Updated", className: "subtle tbl__date", cell: (row) => row.updated },
];

/** Renders the list of industries with case study counts (SPEC 2, 7). */
export function IndustryList({ list }: { list: List }) {
  return (
    <RecordList
      list={list}
      noun={{ one: "industry", many: "industries" }}
      searched="Search by name or description"
      filters={[]}
      sorts={SORTS}
      columns={COLUMNS}
      nameOf={(row) => row.name}
      empty={{ title: "No industries yet", text: "Every case study needs one." }}
      deleted={{ kind: "industries", count: list.counts.deleted }}
    />
  );
}

function Uses({ id, name, uses }: Row) {
  if (!uses) return <span className="subtle">0</span>;
  return (
    <Link to={{ pathname: href("/admin-control-panel-seoprozone/case-studies"), search: `?industry=${id}` }}>
      {uses.toLocaleString("en-US")}
      <span className="sr"> case studies in {name}</span>
    </Link>
  );
}
