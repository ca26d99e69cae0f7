import { href } from "react-router";
import { z } from "zod";
import { counted } from "../../copy/counted.ts";
import { messages } from "../../copy/messages.ts";
import { useCovers } from "../../features/drawn/use-covers.ts";
import { listIndustries } from "../../features/industries/queries.server.ts";
import { caseStudies } from "../../features/records/case-studies.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { loadTexts } from "../../features/website-content/texts.server.ts";
import { configContext, ownerDb } from "../../platform/http/context.server.ts";
import { listQuery, openedQuery, statusQuery } from "../../platform/http/list-query.ts";
import { RecordCell, RecordList, STATUS_FILTER } from "../../ui/panel/record-list.tsx";
import { StatusBadges } from "../../ui/panel/row-marks.tsx";
import { submitKeepingInputBy } from "../../ui/panel/save-reply.ts";
import type { Column } from "../../ui/panel/table.tsx";
import { answerRecord, readTab } from "../saving/record.server.ts";
import { RecordTab } from "../saving/record-tab.tsx";
import { loadOrToast } from "../saving/save.server.ts";
import type { Route } from "./+types/tab";
import { CaseStudyForm, type Site } from "./form.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Cases | Control panel" }];

const PER_PAGE = 20;
const words = messages.caseStudy;

const urlQuery = listQuery(["newest", "changed", "title", "client"]).extend({
  industry: z.uuid().or(z.literal("")).catch(""),
  status: statusQuery,
  ...openedQuery,
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const { edit, add, draft, ...filter } = urlQuery.parse(Object.fromEntries(url.searchParams));
  const [tab, industries] = await Promise.all([
    readTab(db, caseStudies, {
      filter: { ...filter, perPage: PER_PAGE },
      asked: { edit, add, draft },
      beside: async () => ({ site: await readSite(context) }),
    }),
    loadOrToast(() => listIndustries(db), messages.industry.fetchFailed),
  ]);
  return { ...tab, industries: industries.value ?? [], fault: tab.fault ?? industries.fault };
}

async function readSite(context: Route.LoaderArgs["context"]): Promise<Site> {
  const db = context.get(ownerDb);
  const [{ site_title }, texts] = await Promise.all([readSettings(db), loadTexts(db, ["case-studies"])]);
  const { siteUrl } = context.get(configContext);
  return { siteUrl, siteTitle: site_title, texts: texts["case-studies"].detail };
}

export const action = (args: Route.ActionArgs) => answerRecord(args, caseStudies);

export const clientAction = submitKeepingInputBy(words.failed, words.failed.update);

type Row = NonNullable<Route.ComponentProps["loaderData"]["list"]>["rows"][number];

const SORTS = {
  newest: "Newest first",
  changed: "Recently changed",
  title: "Title A to Z",
  client: "Client A to Z",
};

const COLUMNS: Column<Row>[] = [
  { head: "Case study", className: "tbl__main", cell: (row) => <CaseStudyCell {...row} /> },
  { head: "Industry", cell: (row) => row.industry },
  { head: "Result", className: "tbl__up", cell: (row) => row.result || <span className="subtle">None</span> },
  {
    head: "Status",
    cell: (row) => <StatusBadges row={row} at={href("/case-studies/:slug", { slug: row.slug })} />,
  },
];

export default function CaseStudies({ loaderData }: Route.ComponentProps) {
  const { list, industries } = loaderData;
  const counts = list?.counts;
  const industryFilter = {
    name: "industry",
    label: "Industry filter",
    all: "All industries",
    options: industries.map(({ id, name }) => ({ value: id, label: name })),
  };
  return (
    <RecordTab
      title="Case studies"
      about={
        counts && `${counted(counts.total, "case study", "case studies")}, ${counts.published} published`
      }
      noun={["case study", "case studies"]}
      what="case studies"
      add="Add Case Study"
      isPage
      tab={loaderData}
      list={(list) => (
        <RecordList
          list={list}
          kind="case-studies"
          searched="Search by title or client"
          filters={[industryFilter, STATUS_FILTER]}
          sorts={SORTS}
          columns={COLUMNS}
          nameOf={(row) => row.title}
          empty={{ title: "No case studies yet", text: "Add your first case study." }}
          deleted={list.counts.deleted}
        />
      )}
      form={(opened, actions) => <CaseStudyForm {...opened} {...actions} industries={industries} />}
    />
  );
}

/** Shows the row's image or its cover. The public URL serves no covers for unpublished case studies. */
function CaseStudyCell(row: Row) {
  const { id, image, published, title, client, duration, featured } = row;
  const covers = useCovers();
  const cover = covers[published ? "published" : "address"](row);
  return (
    <RecordCell id={id} image={image || cover} title={title} isPinned={featured}>
      {client} · {duration}
    </RecordCell>
  );
}
