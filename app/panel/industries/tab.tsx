import { messages } from "../../copy/messages.ts";
import { industries } from "../../features/records/industries.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { countDeleted } from "../../platform/database/deleted.server.ts";
import { ownerDb } from "../../platform/http/context.server.ts";
import { listQuery, openedQuery } from "../../platform/http/list-query.ts";
import { shortDate } from "../../platform/time/dates.ts";
import { UnsavedRecord } from "../../ui/panel/autosave-offer.tsx";
import { useQueryState } from "../../ui/panel/query-state.ts";
import { submitKeepingInputBy } from "../../ui/panel/save-reply.ts";
import { AddButton, TabHead, Unavailable } from "../../ui/panel/tab-head.tsx";
import { useToast } from "../../ui/panel/toaster.tsx";
import { keyOfForm } from "../../ui/panel/waiting-changes.tsx";
import { answerRecord, openForm, readForForm } from "../saving/record.server.ts";
import { readRowMarks } from "../saving/row-marks.server.ts";
import { loadOrToast } from "../saving/save.server.ts";
import type { Route } from "./+types/tab";
import { IndustryForm } from "./form.tsx";
import { IndustryList } from "./list.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Industries | Control panel" }];

const PER_PAGE = 50;
const words = messages.industry;

const urlQuery = listQuery(["name", "uses", "changed"]).extend(openedQuery);

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const { edit, draft, add, ...asked } = urlQuery.parse(Object.fromEntries(url.searchParams));
  const [list, opened] = await Promise.all([
    loadOrToast(() => readList(db, { ...asked, perPage: PER_PAGE }), words.fetchFailed),
    loadOrToast(() => openForm(db, industries, { edit, add, draft }, readForm), words.fetchFailed),
  ]);
  return { list: list.value, opened: opened.value, fault: list.fault ?? opened.fault };
}

const readForm = (db: Database, id: string) => readForForm(db, industries, id);

async function readList(db: Database, filter: Parameters<typeof industries.list>[1]) {
  const [{ rows, ...paging }, { marksOf, unsaved }, deleted, settings] = await Promise.all([
    industries.list(db, filter),
    readRowMarks(db, industries),
    countDeleted(db, industries.trash),
    readSettings(db),
  ]);
  const dated = rows.map(({ updated_at, ...row }) => ({
    ...row,
    ...marksOf(row.id),
    updated: shortDate(updated_at, settings.time_zone),
  }));
  return { rows: dated, ...paging, perPage: PER_PAGE, deleted, unsaved };
}

export const action = (args: Route.ActionArgs) => answerRecord(args, industries);

export const clientAction = submitKeepingInputBy(words.failed, words.failed.update);

export default function Industries({ loaderData }: Route.ComponentProps) {
  const { list, opened, fault } = loaderData;
  const { change } = useQueryState();
  useToast(fault);
  const close = () => change({ edit: null, add: null, draft: null, do: null });
  return (
    <>
      <TabHead title="Industries" about="Categories for case studies">
        <AddButton onClick={() => change({ add: "1", edit: null })}>Add Industry</AddButton>
      </TabHead>
      <UnsavedRecord
        noun={["industry", "industries"]}
        unsaved={list?.unsaved ?? []}
        onOpen={(id) => change({ add: id, edit: null })}
      />
      {list ? <IndustryList list={list} /> : <Unavailable what="industries" />}
      {opened && <IndustryForm key={keyOfForm(opened)} {...opened} onClose={close} />}
    </>
  );
}
