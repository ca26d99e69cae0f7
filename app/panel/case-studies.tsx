import { Plus } from "lucide-react";
import { data, href } from "react-router";
import { z } from "zod";
import { messages, stillLinked } from "../copy/messages.ts";
import { listAutosaves } from "../features/autosaves/queries.server.ts";
import { CASE_STUDY_LABELS } from "../features/case-studies/labels.ts";
import {
  addCaseStudy,
  type CaseStudyFilter,
  type CaseStudyRecord,
  deleteCaseStudy,
  findCaseStudy,
  listCaseStudies,
  type Removed,
  restoreCaseStudy,
  updateCaseStudy,
} from "../features/case-studies/queries.owner.server.ts";
import { formatResults } from "../features/case-studies/results-json.ts";
import { caseStudy, REQUIRED_FIELDS } from "../features/case-studies/rules.ts";
import { duplicateCaseStudy, publishCaseStudy } from "../features/case-studies/several.server.ts";
import { listIndustries } from "../features/industries/queries.server.ts";
import { useSavedCheck } from "../features/publish-checks/report.tsx";
import { caseStudies } from "../features/records/case-studies.server.ts";
import { countLinksTo } from "../features/records/linking.server.ts";
import { countRecords } from "../features/records/queries.server.ts";
import { readSettings } from "../features/settings/queries.server.ts";
import { stampsOf } from "../platform/changes.server.ts";
import { configContext, ownerDb } from "../platform/context.server.ts";
import type { Database } from "../platform/database.server.ts";
import { shortDate } from "../platform/dates.ts";
import { readPostedForm } from "../platform/posted-form.server.ts";
import { useAddress } from "../ui/address.ts";
import { UnsavedRecord } from "../ui/autosave-offer.tsx";
import { keepTyped } from "../ui/saving.ts";
import { useToast, viewOnSite } from "../ui/toaster.tsx";
import type { Route } from "./+types/case-studies";
import { CaseStudyForm } from "./case-studies.form.tsx";
import { CaseStudyList } from "./case-studies.list.tsx";
import { fetched, listUnsaved, readAutosave, type Told, writeRecord } from "./save.server.ts";
import { isSeveral, saveSeveral } from "./save.several.server.ts";

export const meta: Route.MetaFunction = () => [{ title: "Cases | Control panel" }];

const PER_PAGE = 20;
const words = messages.caseStudy;
const FAILED = {
  add: words.saveFailed,
  update: words.saveFailed,
  delete: words.deleteFailed,
  restore: "Failed to restore case study",
};

/** What the address says: which rows, and which record is open (`edit`, or `add`). */
const address = z.object({
  search: z.string().trim().max(200).catch(""),
  industry: z.uuid().or(z.literal("")).catch(""),
  status: z.enum(["", "published", "draft"]).catch(""),
  sort: z.enum(["newest", "changed", "title", "client"]).catch("newest"),
  page: z.coerce.number().int().min(1).catch(1),
  edit: z.uuid().optional().catch(undefined),
  add: z.string().optional(),
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const { edit, add, ...asked } = address.parse(Object.fromEntries(url.searchParams));
  const filter: CaseStudyFilter = { ...asked, perPage: PER_PAGE };
  const [list, industries, opened] = await Promise.all([
    fetched(() => readList(db, filter), words.fetchFailed),
    fetched(() => listIndustries(db), messages.industry.fetchFailed),
    fetched(() => readOpened(db, edit, add), words.fetchFailed),
  ]);
  return data({
    list: list.value,
    industries: industries.value ?? [],
    opened: opened.value,
    fault: list.fault ?? industries.fault ?? opened.fault,
  });
}

/** What the form shows: a case study, or with `record` null a new one; and what was left unsaved of it. */
async function readOpened(db: Database, edit: string | undefined, add: string | undefined) {
  const record = edit ? await findCaseStudy(db, edit) : null;
  if (!record && add === undefined) return null;
  return {
    record: record && toForm(record),
    autosave: await readAutosave(db, "case-study", record?.id ?? null, add),
  };
}

async function readList(db: Database, filter: CaseStudyFilter) {
  const [{ rows, ...paging }, counts, autosaves, settings] = await Promise.all([
    listCaseStudies(db, filter),
    countRecords(db, caseStudies.table),
    listAutosaves(db, "case-study"),
    readSettings(db),
  ]);
  const dated = rows.map(({ updated_at, ...row }) => ({
    ...row,
    has_autosave: autosaves.some(({ record_id }) => record_id === row.id),
    updated: shortDate(updated_at, settings.time_zone),
  }));
  const unsaved = listUnsaved(autosaves, settings.time_zone);
  return { rows: dated, ...paging, perPage: PER_PAGE, counts, unsaved };
}

/** A record as its form shows it: the results as JSON, nothing that no field edits. */
function toForm({
  results,
  created_at,
  updated_at,
  deleted_at,
  is_sample,
  industry,
  ...record
}: CaseStudyRecord) {
  const opened = stampsOf({ ...record, results }, CASE_STUDY_LABELS);
  return { ...record, results: formatResults(results), opened };
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const db = context.get(ownerDb);
  const { siteUrl } = context.get(configContext);
  const form = await readPostedForm(request);
  if (isSeveral(form))
    return saveSeveral(form, {
      db,
      noun: { one: "case study", many: "case studies" },
      recorded: { args, kind: "case-studies" },
      find: findCaseStudy,
      remove: deleteCaseStudy,
      restore: restoreCaseStudy,
      publish: publishCaseStudy,
      duplicate: duplicateCaseStudy,
      editor: (id) => `${href("/admin-control-panel-seoprozone/case-studies")}?edit=${id}`,
    });
  return writeRecord(form, {
    db,
    recorded: { args, kind: "case-studies" },
    labels: CASE_STUDY_LABELS,
    schema: caseStudy,
    required: REQUIRED_FIELDS,
    words: { ...words, restored: "Case study restored", failed: FAILED },
    find: (id) => findCaseStudy(db, id),
    add: async (input, autosave) => tell(await addCaseStudy(db, input, autosave)),
    update: async (id, version, input, autosave) =>
      tell(await updateCaseStudy(db, id, version, input, autosave)),
    remove: async (id) => {
      const record = await findCaseStudy(db, id);
      const path = record?.published && href("/case-studies/:slug", { slug: record.slug });
      const links = path ? await countLinksTo(db, { id, path, siteUrl }) : 0;
      await deleteCaseStudy(db, id);
      return stillLinked(links);
    },
    restore: (id) => restoreCaseStudy(db, id),
  });
}

/** decision 0035.3: what was removed from the owner's HTML is told; and where visitors see the case study. */
function tell({ removed, path }: { removed: Removed; path: string | null }): Told {
  const lines = removed.map(({ field, what }) => `Removed from ${field}: ${what.join(", ")}.`);
  return { text: lines.join(" ") || undefined, links: path ? [viewOnSite(path)] : [] };
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const intent = (await request.clone().formData()).get("intent");
  return keepTyped(serverAction, FAILED[intent as keyof typeof FAILED] ?? words.saveFailed);
}

export default function CaseStudies({ loaderData }: Route.ComponentProps) {
  const { list, industries, opened, fault } = loaderData;
  const { change } = useAddress();
  useToast(fault);
  const { check, report } = useSavedCheck(href("/admin-control-panel-seoprozone/page-checks"));
  const close = () => change({ edit: null, add: null });
  const form = {
    industries,
    onClose: close,
    onSaved(path: string) {
      close();
      check(path);
    },
  };
  return (
    <>
      <div className="ahead">
        <div>
          <h1 tabIndex={-1}>Case studies</h1>
          {list && (
            <p>
              {list.counts.total === 1 ? "1 study" : `${list.counts.total} studies`}, {list.counts.published}{" "}
              published
            </p>
          )}
        </div>
        <button type="button" className="btn" onClick={() => change({ add: "1", edit: null })}>
          <Plus className="i" aria-hidden />
          Add Case Study
        </button>
      </div>
      {report}
      <UnsavedRecord
        noun={["case study", "case studies"]}
        unsaved={list?.unsaved ?? []}
        onOpen={(id) => change({ add: id, edit: null })}
      />
      {list ? (
        <CaseStudyList list={list} industries={industries} />
      ) : (
        <p className="state">
          The case studies cannot be shown at the moment. Load the page again in a minute.
        </p>
      )}
      {opened && <CaseStudyForm key={opened.record?.id ?? "add"} {...opened} {...form} />}
    </>
  );
}
