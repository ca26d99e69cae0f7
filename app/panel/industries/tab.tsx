import { href, Link } from "react-router";
import { messages } from "../../copy/messages.ts";
import { industriesTab as words } from "../../copy/panel/industries-tab.ts";
import { servicesOfIndustry } from "../../copy/site/service-catalog.ts";
import { industries } from "../../features/records/industries.server.ts";
import { ownerDb } from "../../platform/http/context.server.ts";
import { listQuery, openedQuery } from "../../platform/http/list-query.ts";
import { RecordList, RecordName } from "../../ui/panel/record-list.tsx";
import { MarkBadges } from "../../ui/panel/row-marks.tsx";
import { submitKeepingInputBy } from "../../ui/panel/save-reply.ts";
import type { Column } from "../../ui/panel/table.tsx";
import { answerRecord, readTab } from "../saving/record.server.ts";
import { RecordTab } from "../saving/record-tab.tsx";
import type { Route } from "./+types/tab";
import { IndustryForm } from "./form.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Industries | Control panel" }];

const PER_PAGE = 50;
const { failed } = messages.industry;

const urlQuery = listQuery(["name", "uses", "changed"]).extend(openedQuery);

export function loader({ context, url }: Route.LoaderArgs) {
  const { edit, draft, add, ...filter } = urlQuery.parse(Object.fromEntries(url.searchParams));
  return readTab(context.get(ownerDb), industries, {
    filter: { ...filter, perPage: PER_PAGE },
    asked: { edit, draft, add },
  });
}

export const action = (args: Route.ActionArgs) => answerRecord(args, industries);

export const clientAction = submitKeepingInputBy(failed, failed.update);

type Row = NonNullable<Route.ComponentProps["loaderData"]["list"]>["rows"][number];

const SORTS = { name: "Name A to Z", uses: "Most used first", changed: "Recently changed" };

const COLUMNS: Column<Row>[] = [
  {
    head: "Name",
    className: "tbl__main",
    cell: (row) => (
      <span className="tbl__name">
        <RecordName id={row.id}>{row.name}</RecordName>
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

export default function Industries({ loaderData }: Route.ComponentProps) {
  return (
    <RecordTab
      title="Industries"
      about="Categories for case studies"
      noun={["industry", "industries"]}
      what="industries"
      add="Add Industry"
      tab={loaderData}
      list={(list) => (
        <RecordList
          list={list}
          kind="industries"
          searched="Search by name or description"
          filters={[]}
          sorts={SORTS}
          columns={COLUMNS}
          nameOf={(row) => row.name}
          empty={{ title: "No industries yet", text: "Every case study needs one." }}
          deleted={list.counts.deleted}
        />
      )}
      form={(opened, actions) => <IndustryForm {...opened} {...actions} />}
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
