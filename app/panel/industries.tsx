import { getFormProps } from "@conform-to/react";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { data, href, Link, useFetcher } from "react-router";
import { z } from "zod";
import { messages } from "../copy/messages.ts";
import {
  deleteIndustry,
  type IndustryRow,
  listIndustriesWithUse,
  renameIndustry,
} from "../features/case-studies/industry-use.server.ts";
import {
  addIndustry,
  findIndustry,
  type IndustryRecord,
  restoreIndustry,
} from "../features/industries/queries.server.ts";
import { industry } from "../features/industries/rules.ts";
import { configContext, ownerDb } from "../platform/context.server.ts";
import { useAddress } from "../ui/address.ts";
import { Dialog, DialogHead } from "../ui/dialog.tsx";
import { TextAreaField, TextField } from "../ui/field.tsx";
import { FormProblem, SaveFooter } from "../ui/form-parts.tsx";
import { useSaveForm } from "../ui/save-form.ts";
import { keepTyped, type SaveReply } from "../ui/saving.ts";
import { useToast } from "../ui/toaster.tsx";
import type { Route } from "./+types/industries";
import { fetched, readForm, save, saveForm } from "./save.server.ts";

export const meta: Route.MetaFunction = () => [{ title: "Industries | Control panel" }];

const words = messages.industry;
const REQUIRED = ["name"];

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const edit = z.uuid().safeParse(url.searchParams.get("edit"));
  const [rows, record] = await Promise.all([
    fetched(() => listIndustriesWithUse(db), words.fetchFailed),
    fetched(async () => (edit.success ? await findIndustry(db, edit.data) : null), words.fetchFailed),
  ]);
  return { rows: rows.value, record: record.value, fault: rows.fault ?? record.fault };
}

const target = z.object({ id: z.uuid(), version: z.coerce.number().int().default(0) });

export async function action({ request, context }: Route.ActionArgs) {
  const db = context.get(ownerDb);
  const form = await request.formData();
  const intent = form.get("intent");
  if (intent === "add") {
    return saveForm(
      readForm(form, industry),
      async (input) => void (await addIndustry(db, input)),
      { done: words.added, failed: words.saveFailed, missing: words.missing },
      REQUIRED,
    );
  }
  const record = target.safeParse(Object.fromEntries(form));
  if (!record.success) throw data(null, { status: 400 });
  const { id, version } = record.data;
  const { siteUrl } = context.get(configContext);
  switch (intent) {
    case "update":
      return saveForm(
        readForm(form, industry),
        async (input) => void (await renameIndustry(db, id, version, input, siteUrl)),
        { done: words.updated, failed: words.saveFailed, missing: words.missing },
        REQUIRED,
      );
    case "delete":
      return save(
        () => deleteIndustry(db, id),
        { done: words.deleted, failed: words.deleteFailed },
        { undo: { intent: "restore", id } },
      );
    case "restore":
      return save(() => restoreIndustry(db, id), {
        done: "Industry restored",
        failed: "Failed to restore industry",
      });
    default:
      throw data(null, { status: 400 });
  }
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const intent = (await request.clone().formData()).get("intent");
  return keepTyped(serverAction, intent === "delete" ? words.deleteFailed : words.saveFailed);
}

export default function Industries({ loaderData }: Route.ComponentProps) {
  const { rows, record, fault } = loaderData;
  const { params, change } = useAddress();
  useToast(fault);
  const close = () => change({ edit: null, add: null });
  return (
    <>
      <div className="ahead">
        <div>
          <h1 tabIndex={-1}>Industries</h1>
          <p>What case studies are filed under, ordered by name.</p>
        </div>
        <button type="button" className="btn" onClick={() => change({ add: "1", edit: null })}>
          <Plus className="i" aria-hidden />
          Add Industry
        </button>
      </div>
      {rows?.length ? (
        <IndustryTable rows={rows} onEdit={(id) => change({ edit: id, add: null })} />
      ) : (
        <p className="state">
          {rows
            ? "No industries yet. A case study needs one."
            : "The industries cannot be shown at the moment."}
        </p>
      )}
      {params.has("add") && <IndustryForm key="add" record={null} onClose={close} />}
      {record && <IndustryForm key={record.id} record={record} onClose={close} />}
    </>
  );
}

function IndustryTable({ rows, onEdit }: { rows: IndustryRow[]; onEdit: (id: string) => void }) {
  const fetcher = useFetcher<SaveReply>();
  const undo = fetcher.data?.undo;
  useToast(fetcher.data?.toast, undo && (() => fetcher.submit(undo, { method: "post" })));
  const remove = (row: IndustryRow) => {
    if (!window.confirm(`Delete the industry “${row.name}”?`)) return;
    fetcher.submit({ intent: "delete", id: row.id }, { method: "post" });
    // Its button may go with it; the heading is where one goes on from.
    document.querySelector<HTMLElement>("#panel h1")?.focus({ preventScroll: true });
  };
  return (
    <div className="card">
      <table className="tbl tbl--cards">
        <caption className="sr">Industries, ordered by name</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Description</th>
            <th scope="col">Case studies</th>
            <th scope="col">
              <span className="sr">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                <span className="tbl__name">
                  <b>{row.name}</b>
                  {row.is_sample && <span className="badge badge--line">Sample</span>}
                </span>
              </td>
              <td data-l="About" className="tbl__text">
                {row.description || <span className="subtle">None</span>}
              </td>
              <td data-l="Used in" className="num">
                {row.uses ? (
                  <Link
                    to={{
                      pathname: href("/admin-control-panel-seoprozone/case-studies"),
                      search: `?industry=${row.id}`,
                    }}
                  >
                    {row.uses}
                    <span className="sr"> case studies filed under {row.name}</span>
                  </Link>
                ) : (
                  <span className="subtle">0</span>
                )}
              </td>
              <td>
                <span className="acts">
                  <button
                    type="button"
                    className="btn btn--icon btn--ghost"
                    title="Edit"
                    onClick={() => onEdit(row.id)}
                  >
                    <Pencil className="i" aria-hidden />
                    <span className="sr">Edit {row.name}</span>
                  </button>
                  <button
                    type="button"
                    className="btn btn--icon btn--ghost"
                    title="Delete"
                    onClick={() => remove(row)}
                  >
                    <Trash2 className="i" aria-hidden />
                    <span className="sr">Delete {row.name}</span>
                  </button>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Add or edit an industry (SPEC 5). */
function IndustryForm({ record, onClose }: { record: IndustryRecord | null; onClose: () => void }) {
  const { fetcher, form, field, ref, hasChanges, newerVersion } = useSaveForm({
    schema: industry,
    values: record ?? {},
    required: REQUIRED,
    missing: words.missing,
    failed: words.saveFailed,
    onSaved: onClose,
  });
  return (
    <Dialog onClose={onClose} hasChanges={hasChanges} size="small">
      <fetcher.Form
        method="post"
        className="dlg"
        data-form="industry"
        {...getFormProps(form)}
        noValidate
        ref={ref}
      >
        <DialogHead title={record ? "Edit industry" : "Add industry"} about={record?.name} />
        <div className="dlg__b">
          <input type="hidden" name="intent" value={record ? "update" : "add"} />
          {record && <input type="hidden" name="id" value={record.id} />}
          {record && <input type="hidden" name="version" value={record.version} />}
          <FormProblem errors={form.errors} newerVersion={newerVersion} />
          <div className="fgrid">
            <TextField
              field={field("name")}
              label="Name"
              hint={record && "Case studies filed under it take the new name."}
            />
            <TextAreaField field={field("description")} label="Description" isOptional />
          </div>
        </div>
        <SaveFooter isBusy={fetcher.state !== "idle"} onCancel={onClose} />
      </fetcher.Form>
    </Dialog>
  );
}
