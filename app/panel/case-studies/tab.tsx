import { z } from "zod";
import { counted } from "../../copy/counted.ts";
import { messages } from "../../copy/messages.ts";
import { listIndustries } from "../../features/industries/queries.server.ts";
import { caseStudies } from "../../features/records/case-studies.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { loadTexts } from "../../features/website-content/texts.server.ts";
import { configContext, ownerDb } from "../../platform/http/context.server.ts";
import { listQuery, openedQuery, statusQuery } from "../../platform/http/list-query.ts";
import { submitKeepingInputBy } from "../../ui/panel/save-reply.ts";
import { answerRecord, readTab } from "../saving/record.server.ts";
import { RecordTab } from "../saving/record-tab.tsx";
import { loadOrToast } from "../saving/save.server.ts";
import type { Route } from "./+types/tab";
import { CaseStudyForm, type Site } from "./form.tsx";
import { CaseStudyList } from "./list.tsx";

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

export default function CaseStudies({ loaderData }: Route.ComponentProps) {
  const { list, industries } = loaderData;
  const counts = list?.counts;
  return (
    <RecordTab
      title="Case studies"
      about={
        counts && `${counted(counts.total, "case study", "case studies")}, ${counts.published} published`
      }
      noun={["case study", "case studies"]}
      what="case studies"
      add="Add Case Study"
      tab={loaderData}
      list={(list) => <CaseStudyList list={list} industries={industries} />}
      form={(opened, actions) => <CaseStudyForm {...opened} {...actions} industries={industries} />}
    />
  );
}
