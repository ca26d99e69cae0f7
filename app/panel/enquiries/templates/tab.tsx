import { templateWords as words } from "../../../copy/panel/reply-templates.ts";
import { replyTemplates } from "../../../features/records/reply-templates.server.ts";
import { ownerDb } from "../../../platform/http/context.server.ts";
import { listQuery, openedQuery } from "../../../platform/http/list-query.ts";
import { RecordList, RecordName } from "../../../ui/panel/record-list.tsx";
import { MarkBadges } from "../../../ui/panel/row-marks.tsx";
import { submitKeepingInputBy } from "../../../ui/panel/save-reply.ts";
import type { Column } from "../../../ui/panel/table.tsx";
import { answerRecord, readTab } from "../../saving/record.server.ts";
import { RecordTab } from "../../saving/record-tab.tsx";
import { EnquiryViews } from "../views.tsx";
import type { Route } from "./+types/tab";
import { ReplyTemplateForm } from "./form.tsx";

export const meta: Route.MetaFunction = () => [{ title: `${words.title} | Control panel` }];

const PER_PAGE = 50;

const urlQuery = listQuery(["name", "changed"]).extend(openedQuery);

export function loader({ context, url }: Route.LoaderArgs) {
  const { edit, draft, add, ...filter } = urlQuery.parse(Object.fromEntries(url.searchParams));
  return readTab(context.get(ownerDb), replyTemplates, {
    filter: { ...filter, perPage: PER_PAGE },
    asked: { edit, draft, add },
  });
}

export const action = (args: Route.ActionArgs) => answerRecord(args, replyTemplates);

export const clientAction = submitKeepingInputBy(words.failed, words.failed.update);

type Row = NonNullable<Route.ComponentProps["loaderData"]["list"]>["rows"][number];

const COLUMNS: Column<Row>[] = [
  {
    head: words.columns.name,
    className: "tbl__main",
    cell: (row) => (
      <span className="tbl__name">
        <RecordName id={row.id}>{row.name}</RecordName>
        <MarkBadges {...row} />
      </span>
    ),
  },
  { head: words.columns.body, className: "tbl__text", cell: (row) => row.body },
  { head: words.columns.updated, className: "subtle tbl__date", cell: (row) => row.updated },
];

export default function ReplyTemplates({ loaderData }: Route.ComponentProps) {
  return (
    <RecordTab
      title={words.title}
      about={words.about}
      noun={["template", "templates"]}
      what="reply templates"
      add={words.add}
      tab={loaderData}
      views={<EnquiryViews />}
      list={(list) => (
        <RecordList
          list={list}
          kind="reply-templates"
          searched={words.searched}
          filters={[]}
          sorts={words.sorts}
          columns={COLUMNS}
          nameOf={(row) => row.name}
          empty={words.empty}
          deleted={list.counts.deleted}
        />
      )}
      form={(opened, actions) => <ReplyTemplateForm {...opened} {...actions} />}
    />
  );
}
