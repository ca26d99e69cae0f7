import { Plus } from "lucide-react";
import { href } from "react-router";
import { z } from "zod";
import { messages } from "../copy/messages.ts";
import {
  deleteIndustry,
  type IndustryFilter,
  listIndustriesWithUse,
  renameIndustry,
} from "../features/case-studies/industry-use.server.ts";
import { INDUSTRY_LABELS } from "../features/industries/labels.ts";
import { addIndustry, findIndustry, restoreIndustry } from "../features/industries/queries.server.ts";
import { industry } from "../features/industries/rules.ts";
import { industries } from "../features/records/industries.server.ts";
import { readSettings } from "../features/settings/queries.server.ts";
import { stampsOf } from "../platform/changes.server.ts";
import { ownerDb } from "../platform/context.server.ts";
import type { Database } from "../platform/database.server.ts";
import { shortDate } from "../platform/dates.ts";
import { countDeleted } from "../platform/deleted.server.ts";
import { readPostedForm } from "../platform/posted-form.server.ts";
import { useAddress } from "../ui/address.ts";
import { keepTyped } from "../ui/saving.ts";
import { useToast } from "../ui/toaster.tsx";
import type { Route } from "./+types/industries";
import { IndustryForm } from "./industries.form.tsx";
import { IndustryList } from "./industries.list.tsx";
import { fetched, writeRecord } from "./save.server.ts";
import { isSeveral, saveSeveral } from "./save.several.server.ts";

export const meta: Route.MetaFunction = () => [{ title: "Industries | Control panel" }];

const PER_PAGE = 50;
const words = messages.industry;
const FAILED = {
  add: words.saveFailed,
  update: words.saveFailed,
  delete: words.deleteFailed,
  restore: "Failed to restore industry",
};
const REQUIRED = ["name"];

/** What the address says: which rows, and which record is open (`edit`, or `add`). */
const address = z.object({
  search: z.string().trim().max(200).catch(""),
  sort: z.enum(["name", "uses", "changed"]).catch("name"),
  page: z.coerce.number().int().min(1).catch(1),
  edit: z.uuid().optional().catch(undefined),
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const { edit, ...asked } = address.parse(Object.fromEntries(url.searchParams));
  const [list, record] = await Promise.all([
    fetched(() => readList(db, { ...asked, perPage: PER_PAGE }), words.fetchFailed),
    fetched(() => readOpened(db, edit), words.fetchFailed),
  ]);
  return { list: list.value, record: record.value, fault: list.fault ?? record.fault };
}

async function readOpened(db: Database, edit: string | undefined) {
  const record = edit ? await findIndustry(db, edit) : null;
  return record && { ...record, opened: stampsOf(record, INDUSTRY_LABELS) };
}

async function readList(db: Database, filter: IndustryFilter) {
  const [{ rows, ...paging }, deleted, settings] = await Promise.all([
    listIndustriesWithUse(db, filter),
    countDeleted(db, industries.trash),
    readSettings(db),
  ]);
  const dated = rows.map(({ updated_at, ...row }) => ({
    ...row,
    updated: shortDate(updated_at, settings.time_zone),
  }));
  return { rows: dated, ...paging, perPage: PER_PAGE, deleted };
}

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const db = context.get(ownerDb);
  const form = await readPostedForm(request);
  if (isSeveral(form))
    return saveSeveral(form, {
      db,
      noun: { one: "industry", many: "industries" },
      recorded: { args, kind: "industries" },
      find: findIndustry,
      remove: deleteIndustry,
      restore: restoreIndustry,
      editor: (id) => `${href("/admin-control-panel-seoprozone/industries")}?edit=${id}`,
    });
  return writeRecord(form, {
    db,
    recorded: { args, kind: "industries" },
    labels: INDUSTRY_LABELS,
    schema: industry,
    required: REQUIRED,
    words: { ...words, restored: "Industry restored", failed: FAILED },
    find: (id) => findIndustry(db, id),
    add: async (input) => void (await addIndustry(db, input)),
    update: async (id, version, input) => void (await renameIndustry(db, id, version, input)),
    remove: (id) => deleteIndustry(db, id),
    restore: (id) => restoreIndustry(db, id),
  });
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const intent = (await request.clone().formData()).get("intent");
  return keepTyped(serverAction, FAILED[intent as keyof typeof FAILED] ?? words.saveFailed);
}

export default function Industries({ loaderData }: Route.ComponentProps) {
  const { list, record, fault } = loaderData;
  const { params, change } = useAddress();
  useToast(fault);
  const close = () => change({ edit: null, add: null });
  return (
    <>
      <div className="ahead">
        <div>
          <h1 tabIndex={-1}>Industries</h1>
          <p>What case studies are filed under</p>
        </div>
        <button type="button" className="btn" onClick={() => change({ add: "1", edit: null })}>
          <Plus className="i" aria-hidden />
          Add Industry
        </button>
      </div>
      {list ? (
        <IndustryList list={list} />
      ) : (
        <p className="state">
          The industries cannot be shown at the moment. Load the page again in a minute.
        </p>
      )}
      {params.has("add") && <IndustryForm key="add" record={null} onClose={close} />}
      {record && <IndustryForm key={record.id} record={record} onClose={close} />}
    </>
  );
}
