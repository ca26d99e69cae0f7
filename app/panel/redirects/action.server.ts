import { randomUUID } from "node:crypto";
import { data } from "react-router";
import { z } from "zod";
import { redirectWords as words } from "../../copy/panel/redirects.ts";
import { redirects } from "../../features/records/redirects.server.ts";
import { type ImportedLine, importRedirects } from "../../features/redirects/import.server.ts";
import { clearMissing } from "../../features/redirects/missing.server.ts";
import {
  addRedirect,
  deleteRedirect,
  findRedirectById,
  prepareDraft,
  type Site,
  updateRedirect,
} from "../../features/redirects/queries.owner.server.ts";
import {
  REDIRECT_LABELS,
  REQUIRED_FIELDS,
  type RedirectInput,
  redirect,
} from "../../features/redirects/rules.ts";
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
  saveNewRecordAsDraft,
} from "../saving/drafts.server.ts";
import { readForm, save, saveForm, withUndo } from "../saving/save.server.ts";
import { saveUpdate } from "../saving/update.server.ts";

/** An import's or preview's result, line by line. */
export type ImportReply = SaveReply & { lines?: ImportedLine[]; isPreview?: boolean };

const target = z.object({ id: z.uuid(), version: recordVersion.default(0) });

export async function answerRedirects(args: Args) {
  const { request, context } = args;
  const db = context.get(ownerDb);
  const site = { siteUrl: context.get(configContext).siteUrl, ask: context.get(fetchAsVisitor) };
  const form = await readPostedForm(request);
  switch (form.get("intent")) {
    case "add": {
      const isDraft = isDraftSave(form);
      const isOn = isToPublish(form) && { is_on: "true" as const };
      return saveForm(
        readForm(form, redirect),
        async (input) => {
          if (isDraft) return addAsDraft(context, { ...input, ...isOn }, site, form);
          const { note } = await addRedirect(db, input, site);
          await forgetAutosave(db, form, "redirect");
          return withUndo(context, note);
        },
        {
          ...{ failed: words.saveFailed, missing: words.missing },
          done: isDraft ? draftSaved(form) : words.added,
        },
        REQUIRED_FIELDS,
      );
    }
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
      return saveUpdate(args, form, {
        ...{ key: { kind: redirects.name, id }, version },
        ...{ schema: redirect, labels: REDIRECT_LABELS, required: REQUIRED_FIELDS },
        words: { updated: words.updated, failed: words.saveFailed, missing: words.missing },
        find: (tx) => findRedirectById(tx, id),
        what: "saved this redirect",
        async write(input) {
          const { note } = await updateRedirect(db, id, version, input, site);
          await forgetAutosave(db, form, "redirect");
          return note;
        },
        prepareDraft: (input) => normalizeForDraft(db, { id, form }, input, site),
      });
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

/**
 * Normalizes a draft's URLs in the form.
 * @returns a note if a redirect chain was shortened
 */
async function normalizeForDraft(
  db: Database,
  { id, form }: { id: string; form: FormData },
  input: RedirectInput,
  site: Site,
) {
  const live = await findRedirectById(db, id);
  if (!live) throw recordGone("This redirect");
  // To publish, schedule or share the draft of a disabled redirect, turn the redirect on, whatever the form says.
  if (isToPublish(form) && !live.is_on) form.set("is_on", "true");
  const { values, note } = await prepareDraft(db, live, input, site);
  form.set("from_path", values.from_path);
  form.set("to_path", values.to_path ?? "");
  return note;
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
      await forgetAutosave(tx, form, "redirect");
      return id;
    },
  });
  return { ...saved, text: [note, saved.text].filter(Boolean).join(" ") };
}

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
