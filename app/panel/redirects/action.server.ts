import { randomUUID } from "node:crypto";
import { data } from "react-router";
import { z } from "zod";
import { redirectWords as words } from "../../copy/panel/redirects.ts";
import { redirects } from "../../features/records/redirects.server.ts";
import { type ImportedLine, importRedirects } from "../../features/redirects/import.server.ts";
import { REDIRECT_LABELS } from "../../features/redirects/labels.ts";
import { clearMissing } from "../../features/redirects/missing.server.ts";
import {
  addRedirect,
  deleteRedirect,
  findRedirectById,
  prepareDraft,
  type Site,
  updateRedirect,
} from "../../features/redirects/queries.owner.server.ts";
import { REQUIRED_FIELDS, type RedirectInput, redirect } from "../../features/redirects/rules.ts";
import { saveValues } from "../../features/redirects/write.server.ts";
import { type Args, recordOf } from "../../features/sign-in/actor.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { recordVersion } from "../../platform/database/record-version.ts";
import { Refused, recordGone } from "../../platform/database/refused.ts";
import { configContext, fetchAsVisitor, ownerDb } from "../../platform/http/context.server.ts";
import { parseOr400, readPostedForm } from "../../platform/http/posted-form.server.ts";
import { decodeSheet } from "../../platform/text/csv-input.ts";
import type { SaveReply } from "../../ui/panel/save-reply.ts";
import {
  draftSaved,
  forgetAutosave,
  isDraftSave,
  isToPublish,
  saveFormAsDraft,
  saveNewRecordAsDraft,
} from "../saving/drafts.server.ts";
import { readForm, save, saveForm, type ToastAddition, withUndo } from "../saving/save.server.ts";

/** An import's or preview's result, line by line. */
export type ImportReply = SaveReply & { lines?: ImportedLine[]; isPreview?: boolean };

const target = z.object({ id: z.uuid(), version: recordVersion.default(0) });

export async function answerRedirects(args: Args) {
  const { request, context } = args;
  const db = context.get(ownerDb);
  const site = { siteUrl: context.get(configContext).siteUrl, ask: context.get(fetchAsVisitor) };
  const form = await readPostedForm(request);
  const isDraft = isDraftSave(form);
  const isOn = isToPublish(form) && { is_on: "true" as const };
  const said = (done: string) => ({
    ...{ failed: words.saveFailed, missing: words.missing },
    done: isDraft ? draftSaved(form) : done,
  });
  const saved = async ({ note }: { note?: string }) => {
    await forgetAutosave(db, form);
    return withUndo(context, note);
  };
  switch (form.get("intent")) {
    case "add":
      return saveForm(
        readForm(form, redirect),
        async (input) =>
          isDraft
            ? addAsDraft(context, { ...input, ...isOn }, site, form)
            : saved(await addRedirect(db, input, site)),
        said(words.added),
        REQUIRED_FIELDS,
      );
    case "import":
      return runImport(context, form, async (csv, isPreview) => {
        const lines = await importRedirects(db, csv, site, isPreview);
        if (!isPreview) await recordOf(args, "redirects.imported", { count: countImported(lines) });
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
        async (input) =>
          isDraft
            ? saveAsDraft(args, { id, version, form }, input, site)
            : saved(await updateRedirect(db, id, version, input, site)),
        said(words.updated),
        REQUIRED_FIELDS,
        { db, labels: REDIRECT_LABELS, opened: form.get("opened"), find: () => findRedirectById(db, id) },
      );
    case "delete":
      return save(
        async () => {
          await deleteRedirect(db, id);
          return withUndo(context);
        },
        { done: words.deleted, failed: words.deleteFailed },
      );
    default:
      throw data(null, { status: 400 });
  }
}

/** Saves a redirect as a draft, with URLs normalized by the server. */
async function saveAsDraft(
  args: Args,
  { id, version, form }: { id: string; version: number; form: FormData },
  input: RedirectInput,
  site: Site,
) {
  const db = args.context.get(ownerDb);
  const live = await findRedirectById(db, id);
  if (!live) throw recordGone("This redirect");
  // To publish, schedule or share the draft of a disabled redirect, turn the redirect on, whatever the form says.
  if (isToPublish(form) && !live.is_on) form.set("is_on", "true");
  const { values, note } = await prepareDraft(db, live, input, site);
  form.set("from_path", values.from_path);
  form.set("to_path", values.to_path ?? "");
  const find = (tx: Database) => findRedirectById(tx, id);
  const of = { form, opened: version, find, what: "saved this redirect" };
  return withNote(await saveFormAsDraft(args, { kind: redirects.name, id }, of), note);
}

/** Stores a new redirect as disabled. Unless the form leaves it off, adds a draft that turns it on. */
async function addAsDraft(context: Args["context"], input: RedirectInput, site: Site, form: FormData) {
  const { values, note } = await prepareDraft(context.get(ownerDb), null, input, site);
  const saved = await saveNewRecordAsDraft(context, redirects.name, {
    isPublished: values.is_on,
    publishing: { is_on: "true" },
    async add(tx) {
      const id = randomUUID();
      await saveValues(tx, null, { ...values, is_on: false }, { id });
      await forgetAutosave(tx, form);
      return id;
    },
  });
  return withNote(saved, note);
}

const withNote = (saved: ToastAddition, note: string | undefined): ToastAddition => {
  const added = typeof saved === "string" ? { text: saved } : saved;
  return { ...added, text: [note, added?.text].filter(Boolean).join(" ") };
};

const countImported = (lines: ImportedLine[]) => lines.filter(({ outcome }) => outcome !== "refused").length;

async function runImport(
  context: Args["context"],
  form: FormData,
  take: (csv: string, isPreview: boolean) => Promise<ImportedLine[]>,
) {
  const file = form.get("file");
  const isPreview = form.get("preview") === "1";
  let lines: ImportedLine[] = [];
  const { data: reply, init } = await save(
    async () => {
      if (!(file instanceof File) || file.size === 0) throw new Refused({ "": words.noFile });
      lines = await take(decodeSheet(new Uint8Array(await file.arrayBuffer())), isPreview);
      return isPreview
        ? words.nothingYet
        : withUndo(context, words.importedOf(countImported(lines), lines.length));
    },
    { done: isPreview ? words.previewed : words.imported, failed: words.importFailed },
  );
  return data<ImportReply>({ ...reply, lines, isPreview }, init ?? undefined);
}
