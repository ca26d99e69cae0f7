import { data, href } from "react-router";
import { z } from "zod";
import { counted } from "../../copy/counted.ts";
import { messages } from "../../copy/messages.ts";
import { listIndustries } from "../../features/industries/queries.server.ts";
import { useSavedCheck } from "../../features/page-checks/report.tsx";
import { caseStudies } from "../../features/records/case-studies.server.ts";
import { countRecords } from "../../features/records/queries.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { loadTexts } from "../../features/website-content/texts.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { configContext, ownerDb } from "../../platform/http/context.server.ts";
import { listQuery, openedQuery, statusQuery } from "../../platform/http/list-query.ts";
import { UnsavedRecord } from "../../ui/panel/autosave-offer.tsx";
import { useQueryState } from "../../ui/panel/query-state.ts";
import { submitKeepingInputBy } from "../../ui/panel/save-reply.ts";
import { AddButton, TabHead, Unavailable } from "../../ui/panel/tab-head.tsx";
import { useToast } from "../../ui/panel/toaster.tsx";
import { keyOfForm } from "../../ui/panel/waiting-changes.tsx";
import { answerRecord, openForm, readForForm, readRecordList } from "../saving/record.server.ts";
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
  const { edit, add, draft, ...asked } = urlQuery.parse(Object.fromEntries(url.searchParams));
  const [list, industries, opened] = await Promise.all([
    loadOrToast(() => readList(db, { ...asked, perPage: PER_PAGE }), words.fetchFailed),
    loadOrToast(() => listIndustries(db), messages.industry.fetchFailed),
    loadOrToast(async () => {
      const form = await openForm(db, caseStudies, { edit, add, draft }, readForm);
      return form && { ...form, site: await readSite(context) };
    }, words.fetchFailed),
  ]);
  return data({
    list: list.value,
    industries: industries.value ?? [],
    opened: opened.value,
    fault: list.fault ?? industries.fault ?? opened.fault,
  });
}

async function readSite(context: Route.LoaderArgs["context"]): Promise<Site> {
  const db = context.get(ownerDb);
  const [{ site_title }, texts] = await Promise.all([readSettings(db), loadTexts(db, ["case-studies"])]);
  const { siteUrl } = context.get(configContext);
  return { siteUrl, siteTitle: site_title, texts: texts["case-studies"].detail };
}

const readForm = (db: Database, id: string) => readForForm(db, caseStudies, id);

async function readList(db: Database, filter: Parameters<typeof caseStudies.list>[1]) {
  const [list, counts] = await Promise.all([
    readRecordList(db, caseStudies, caseStudies.list(db, filter)),
    countRecords(db, caseStudies.table),
  ]);
  return { ...list, perPage: PER_PAGE, counts };
}

export const action = (args: Route.ActionArgs) => answerRecord(args, caseStudies);

export const clientAction = submitKeepingInputBy(words.failed, words.failed.update);

export default function CaseStudies({ loaderData }: Route.ComponentProps) {
  const { list, industries, opened, fault } = loaderData;
  const { change } = useQueryState();
  useToast(fault);
  const { check, report } = useSavedCheck(href("/admin-control-panel-seoprozone/page-checks"));
  const close = () => change({ edit: null, add: null, draft: null, do: null });
  const form = {
    industries,
    onClose: close,
    onSaved(path: string | null) {
      close();
      if (path) check(path);
    },
  };
  return (
    <>
      <TabHead
        title="Case studies"
        about={
          list &&
          `${counted(list.counts.total, "case study", "case studies")}, ${list.counts.published} published`
        }
      >
        <AddButton onClick={() => change({ add: "1", edit: null })}>Add Case Study</AddButton>
      </TabHead>
      {report}
      <UnsavedRecord
        noun={["case study", "case studies"]}
        unsaved={list?.unsaved ?? []}
        onOpen={(id) => change({ add: id, edit: null })}
      />
      {list ? <CaseStudyList list={list} industries={industries} /> : <Unavailable what="case studies" />}
      {opened && <CaseStudyForm key={keyOfForm(opened)} {...opened} {...form} />}
    </>
  );
}
