import { Upload } from "lucide-react";
import { data, href, Link } from "react-router";
import { z } from "zod";
import { redirectWords as words } from "../../copy/panel/redirects.ts";
import { recordOf } from "../../features/admin-session/actor.server.ts";
import { type ImportedLine, importRedirects } from "../../features/redirects/import.server.ts";
import { REDIRECT_LABELS } from "../../features/redirects/labels.ts";
import { clearMissing, countMissing, listMissing } from "../../features/redirects/missing.server.ts";
import {
  addRedirect,
  deleteRedirect,
  findRedirectById,
  listRedirects,
  restoreRedirect,
  updateRedirect,
} from "../../features/redirects/queries.owner.server.ts";
import { findRedirect } from "../../features/redirects/queries.server.ts";
import { REQUIRED_FIELDS, redirect } from "../../features/redirects/rules.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { stampsOf } from "../../platform/changes.server.ts";
import { configContext, fetchAsVisitor, ownerDb } from "../../platform/context.server.ts";
import type { Database } from "../../platform/database.server.ts";
import { shortDate } from "../../platform/dates.ts";
import { parseOr400, readPostedForm } from "../../platform/posted-form.server.ts";
import { Refused } from "../../platform/refused.ts";
import { useQueryState } from "../../ui/panel/query-state.ts";
import { type SaveReply, submitKeepingInputBy } from "../../ui/panel/save-reply.ts";
import { AddButton, ExportLink, TabHead, Unavailable } from "../../ui/panel/tab-head.tsx";
import { useToast } from "../../ui/panel/toaster.tsx";
import { loadOrToast, readForm, save, saveForm } from "../save.server.ts";
import type { Route } from "./+types/tab";
import { RedirectForm } from "./form.tsx";
import { ImportForm } from "./import.tsx";
import { RedirectList } from "./list.tsx";
import { MissingList } from "./missing.tsx";

export const meta: Route.MetaFunction = () => [{ title: "Redirects | Control panel" }];

const PER_PAGE = 20;

/** What the address says: which list, which rows of it, and which record is open (`edit`, or `add`). */
const urlQuery = z.object({
  view: z.enum(["redirects", "missing"]).catch("redirects"),
  search: z.string().trim().max(200).catch(""),
  sort: z.enum(["newest", "hits", "latest", "address"]).optional().catch(undefined),
  page: z.coerce.number().int().min(1).catch(1),
  edit: z.uuid().optional().catch(undefined),
});

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(ownerDb);
  const { edit, view, ...asked } = urlQuery.parse(Object.fromEntries(url.searchParams));
  const { value, fault } = await loadOrToast(
    async () => ({
      missing: await countMissing(db),
      redirects: view === "redirects" ? await readRedirects(db, asked) : null,
      log: view === "missing" ? await readMissing(db, asked) : null,
      record: edit ? await readOpened(db, edit) : null,
    }),
    words.fetchFailed,
  );
  return data({ view, ...value, fault });
}

async function readOpened(db: Database, edit: string) {
  const record = await findRedirectById(db, edit);
  return record && { ...record, opened: stampsOf(record, REDIRECT_LABELS) };
}

type Asked = Omit<z.output<typeof urlQuery>, "edit" | "view">;

async function readRedirects(db: Database, { search, page, sort = "newest" }: Asked) {
  const [{ rows, ...paging }, { time_zone }] = await Promise.all([
    listRedirects(db, { search, page, sort, perPage: PER_PAGE }),
    readSettings(db),
  ]);
  const shown = rows.map(async ({ last_hit_at, created_at, ...row }) => ({
    ...row,
    lastHit: last_hit_at && shortDate(last_hit_at, time_zone),
    note: await whyUnreachable(db, row),
  }));
  return { rows: await Promise.all(shown), ...paging, perPage: PER_PAGE };
}

/** @returns words where a redirect has a target that visitors cannot reach at present, else null */
async function whyUnreachable(
  db: Database,
  { from_path, to_path, is_on }: { from_path: string; to_path: string | null; is_on: boolean },
) {
  if (to_path === null || !is_on) return null;
  const found = await findRedirect(db, from_path);
  if (!found) return words.leadsToHidden;
  return found.to_path === null ? words.leadsToDeleted : null;
}

async function readMissing(db: Database, { search, page, sort }: Asked) {
  const order = sort === "latest" || sort === "address" ? sort : "hits";
  const [{ rows, ...paging }, { time_zone }] = await Promise.all([
    listMissing(db, { search, page, sort: order, perPage: PER_PAGE }),
    readSettings(db),
  ]);
  const dated = rows.map(({ first_seen_at, last_seen_at, ...row }) => ({
    ...row,
    lastSeen: shortDate(last_seen_at, time_zone),
  }));
  return { rows: dated, ...paging, perPage: PER_PAGE };
}

/** The answer to an import, with what became of each line. */
export type ImportReply = SaveReply & { lines?: ImportedLine[] };

const target = z.object({ id: z.uuid(), version: z.coerce.number().int().default(0) });

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  const db = context.get(ownerDb);
  const site = { siteUrl: context.get(configContext).siteUrl, ask: context.get(fetchAsVisitor) };
  const form = await readPostedForm(request);
  const saveWords = { failed: words.saveFailed, missing: words.missing };
  switch (form.get("intent")) {
    case "add":
      return saveForm(
        readForm(form, redirect),
        async (input) => (await addRedirect(db, input, site)).note,
        { done: words.added, ...saveWords },
        REQUIRED_FIELDS,
      );
    case "import":
      return runImport(form.get("file"), async (csv) => {
        const lines = await importRedirects(db, csv, site);
        await recordOf(args, "redirects.imported", { count: countTaken(lines) });
        return lines;
      });
    case "clear":
      return save(() => clearMissing(db, String(form.get("path"))), {
        done: words.cleared,
        failed: words.clearFailed,
      });
    case "clear-all":
      return save(
        async () => {
          await clearMissing(db);
          await recordOf(args, "missing.cleared", {});
        },
        { done: words.clearedAll, failed: words.clearFailed },
      );
  }
  const { id, version } = parseOr400(target, form);
  switch (form.get("intent")) {
    case "update":
      return saveForm(
        readForm(form, redirect),
        async (input) => (await updateRedirect(db, id, version, input, site)).note,
        { done: words.updated, ...saveWords },
        REQUIRED_FIELDS,
        { db, labels: REDIRECT_LABELS, opened: form.get("opened"), find: () => findRedirectById(db, id) },
      );
    case "delete": {
      const undo = { intent: "", id: "" };
      return save(
        async () => {
          const { id: undoId, count } = await deleteRedirect(db, id);
          if (count) Object.assign(undo, { intent: "restore", id: undoId });
        },
        { done: words.deleted, failed: words.deleteFailed },
        { undo },
      );
    }
    case "restore":
      return save(async () => (await restoreRedirect(db, id, site)).note, {
        done: words.restored,
        failed: words.restoreFailed,
      });
    default:
      throw data(null, { status: 400 });
  }
}

const countTaken = (lines: ImportedLine[]) => lines.filter(({ outcome }) => outcome !== "refused").length;

async function runImport(file: unknown, take: (csv: string) => Promise<ImportedLine[]>) {
  let lines: ImportedLine[] = [];
  const { data: reply, init } = await save(
    async () => {
      if (!(file instanceof File) || file.size === 0) throw new Refused({ "": words.noFile });
      lines = await take(await file.text());
      return `${countTaken(lines)} of ${lines.length} lines taken.`;
    },
    { done: words.imported, failed: words.importFailed },
  );
  return data<ImportReply>({ ...reply, lines }, init ?? undefined);
}

const FAILED = {
  delete: words.deleteFailed,
  restore: words.restoreFailed,
  clear: words.clearFailed,
  "clear-all": words.clearFailed,
  import: words.importFailed,
};
export const clientAction = submitKeepingInputBy(FAILED, words.saveFailed);

export default function Redirects({ loaderData }: Route.ComponentProps) {
  const { view, redirects, log, missing, record, fault } = loaderData;
  const { params, change } = useQueryState();
  useToast(fault);
  const search = params.get("search");
  const exported = new URLSearchParams(search && view === "redirects" ? { search } : {});
  const close = () => change({ edit: null, add: null, from: null, import: null });
  return (
    <>
      <TabHead title="Redirects" about="Where old addresses lead, and what visitors looked for in vain.">
        <div className="btns">
          <button type="button" className="btn btn--line" onClick={() => change({ import: "1" })}>
            <Upload className="i" aria-hidden />
            Import CSV
          </button>
          <ExportLink to={href("/admin-control-panel-seoprozone/redirects.csv")} query={String(exported)}>
            Export CSV
          </ExportLink>
          <AddButton onClick={() => change({ add: "1", edit: null, from: null })}>Add Redirect</AddButton>
        </div>
      </TabHead>
      <nav className="views" aria-label="Lists">
        <Link className="btn btn--ghost" to="?" aria-current={view === "redirects" ? "page" : undefined}>
          Redirects
        </Link>
        <Link
          className="btn btn--ghost"
          to="?view=missing"
          aria-current={view === "missing" ? "page" : undefined}
        >
          Not found <span className="num">{missing}</span>
        </Link>
      </nav>
      {redirects && <RedirectList list={redirects} />}
      {log && <MissingList list={log} />}
      {!redirects && !log && <Unavailable what="redirects" />}
      {params.has("add") && (
        <RedirectForm key={params.get("from")} record={null} from={params.get("from")} onClose={close} />
      )}
      {record && <RedirectForm key={record.id} record={record} onClose={close} />}
      {params.has("import") && <ImportForm onClose={close} />}
    </>
  );
}
