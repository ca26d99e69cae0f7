// Shared by the tabs of all record kinds: lists, forms and saves.
import { data } from "react-router";
import { z } from "zod";
import { stillLinked } from "../../copy/messages.ts";
import { recordKinds } from "../../copy/panel/record-kinds.ts";
import type { AutosaveKind } from "../../features/autosaves/rules.ts";
import { canonicalOf } from "../../features/page-seo/canonical.ts";
import { countLinksTo } from "../../features/records/linking.server.ts";
import type { KindName, RestorableKind } from "../../features/records/record-kind.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { type Args, recordOf } from "../../features/sign-in/actor.server.ts";
import { stampsOf } from "../../platform/database/changes.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { recordVersion } from "../../platform/database/record-version.ts";
import { configContext, ownerDb } from "../../platform/http/context.server.ts";
import { parseOr400, readPostedForm } from "../../platform/http/posted-form.server.ts";
import { slugify } from "../../platform/text/slug.ts";
import { shortDate } from "../../platform/time/dates.ts";
import { viewOnSite } from "../../ui/panel/toaster.tsx";
import { readAutosave } from "./autosaves.server.ts";
import {
  draftSaved,
  isDraftSave,
  isToPublish,
  openRecord,
  saveAndForget,
  saveFormAsDraft,
  saveNewRecordAsDraft,
} from "./drafts.server.ts";
import { readRowMarks } from "./row-marks.server.ts";
import { nameOf, readForm, save, saveForm, type ToastAddition, withUndo } from "./save.server.ts";
import { isSeveral, type Several, saveSeveral } from "./several.server.ts";

type Found = { id: string; version: number; updated_at: Date; published?: boolean; slug?: string };

type RecordTab<Input extends object, Saved> = Pick<Several, "publish" | "pin" | "duplicate"> & {
  kind: RestorableKind;
  schema: z.ZodType<Input>;
  /** field names, for errors about another editor's changes */
  labels: Record<string, string>;
  /** the fields named in the spec's "Please fill in …" */
  required: readonly string[];
  words: {
    added: string;
    updated: string;
    deleted: string;
    missing: string;
    failed: Record<"add" | "update" | "delete", string>;
  };
  find: (db: Database, id: string) => Promise<Found | null>;
  add: (db: Database, input: Input) => Promise<Saved>;
  /** absent if new records can't be saved as drafts */
  addedId?: (saved: Saved) => string;
  update: (db: Database, id: string, version: number, input: Input) => Promise<Saved>;
  describe?: (saved: Saved) => ToastAddition;
};

const target = z.object({ id: z.uuid(), version: recordVersion.default(0) });

/**
 * Handles a kind's form (`intent` add or update), deletes and bulk actions. The form posts the record's `id`
 * unless it's new, its `version` when opened, and the autosave's id as `draft`.
 */
export async function answerRecord<Input extends object, Saved>(args: Args, tab: RecordTab<Input, Saved>) {
  const { kind, schema, labels, required, words } = tab;
  const { name: kindName } = kind;
  const { noun } = recordKinds[kindName];
  const { missing, failed } = words;
  const db = args.context.get(ownerDb);
  const { siteUrl } = args.context.get(configContext);
  const form = await readPostedForm(args.request);
  if (isSeveral(form)) {
    const recorded = { args, kind: kindName };
    return saveSeveral(form, { ...tab, db, noun, recorded, kind });
  }
  const intent = form.get("intent");
  if (intent === "add") {
    const isDraft = isDraftSave(form);
    const { addedId } = tab;
    if (isDraft && !addedId) throw data(null, { status: 400 });
    const write = async (input: Input) => {
      if (isDraft && addedId) return addAsDraft(args.context, { ...tab, addedId }, input, form);
      const saved = await saveAndForget(db, form, (tx) => tab.add(tx, input));
      return withUndo(args.context, tab.describe?.(saved));
    };
    const done = isDraft ? draftSaved(form) : words.added;
    return saveForm(readForm(form, schema), write, { done, failed: failed.add, missing }, required);
  }
  const { id, version } = parseOr400(target, form);
  switch (intent) {
    case "update": {
      if (await namesOwnPage(form, kind, siteUrl, () => tab.find(db, id))) form.set("canonical_url", "");
      // To publish, schedule or share the draft of an unpublished record, turn on Published, whatever the form says.
      if (isToPublish(form) && (await tab.find(db, id))?.published === false) form.set("published", "on");
      const submission = readForm(form, schema);
      const isDraft = isDraftSave(form);
      const write = async (input: Input) => {
        if (isDraft)
          return saveFormAsDraft(
            args,
            { kind: kindName, id },
            { form, opened: version, find: (tx) => tab.find(tx, id), what: `saved this ${noun.one}` },
          );
        const [saved, now] = await saveAndForget(
          db,
          form,
          async (tx) => [await tab.update(tx, id, version, input), await tab.find(tx, id)] as const,
        );
        const toast = await withUndo(args.context, tab.describe?.(saved));
        // If the owner has typed on, the form stays open.
        return { ...toast, version: now ? String(now.version) : undefined };
      };
      const done = isDraft ? draftSaved(form) : words.updated;
      const said = { done, failed: failed.update, missing };
      const edited = { db, labels, opened: form.get("opened"), find: () => tab.find(db, id) };
      return saveForm(submission, write, said, required, edited);
    }
    case "delete":
      return save(
        async () => {
          const found = await tab.find(db, id);
          const links = found ? await countLinks(db, kind, found, siteUrl) : 0;
          await kind.trash.remove(db, id);
          if (found) await recordOf(args, "record.deleted", { kind: kindName, name: nameOf(found) });
          return withUndo(args.context, stillLinked(links));
        },
        { done: words.deleted, failed: failed.delete },
      );
    default:
      throw data(null, { status: 400 });
  }
}

/** @returns the toast, which names removed HTML */
async function addAsDraft<Input extends object, Saved>(
  context: Args["context"],
  tab: RecordTab<Input, Saved> & { addedId: (saved: Saved) => string },
  input: Input & { published?: boolean },
  form: FormData,
): Promise<ToastAddition> {
  let removed: string | undefined;
  const saved = await saveNewRecordAsDraft(context, tab.kind.name, {
    isPublished: input.published !== false || isToPublish(form),
    async add(tx) {
      const added = await saveAndForget(tx, form, (inner) => tab.add(inner, { ...input, published: false }));
      const said = tab.describe?.(added);
      removed = typeof said === "string" ? said : said?.text;
      return tab.addedId(added);
    },
  });
  return { ...saved, text: [removed, saved.text].filter(Boolean).join(" ") };
}

/** Returns whether a canonical URL is the page's own. Such a URL would be outdated once the slug changes. */
async function namesOwnPage(
  form: FormData,
  { page }: RestorableKind,
  siteUrl: string,
  find: () => Promise<Found | null>,
) {
  const canonical = String(form.get("canonical_url") ?? "").trim();
  if (!page || !canonical) return false;
  const slugs = [(await find())?.slug, slugify(String(form.get("slug") || form.get("title")))];
  return slugs.some((slug) => slug && canonicalOf(canonical, siteUrl) === siteUrl + page.path(slug));
}

function countLinks(db: Database, { page }: RestorableKind, { id, published, slug }: Found, siteUrl: string) {
  return page && published && slug ? countLinksTo(db, { id, path: page.path(slug), siteUrl }) : 0;
}

/**
 * Returns the toast after saving a record with a page: removed HTML (decision 0035.3) and a link.
 * @param removed what was removed from each field
 */
export function describeSaved(
  removed: { field: string; what: string[] }[],
  path: string | null,
): ToastAddition {
  const lines = removed.map(({ field, what }) => `Removed from ${field}: ${what.join(", ")}.`);
  return { text: lines.join(" ") || undefined, links: path ? [viewOnSite(path)] : [] };
}

/** Adds marks and formatted dates to a list. */
export async function readRecordList<Row extends { id: string; created_at?: Date; updated_at: Date }, Paging>(
  db: Database,
  kind: { name: KindName; form: AutosaveKind },
  list: Promise<{ rows: Row[] } & Paging>,
) {
  const [{ rows, ...paging }, { marksOf, unsaved }, { time_zone }] = await Promise.all([
    list,
    readRowMarks(db, kind),
    readSettings(db),
  ]);
  return {
    ...paging,
    rows: rows.map(({ created_at, updated_at, ...row }) => ({
      ...row,
      ...marksOf(row.id),
      created: created_at && shortDate(created_at, time_zone),
      updated: shortDate(updated_at, time_zone),
    })),
    /** autosaves of records that were never saved */
    unsaved,
  };
}

/** Returns the form's columns, and `opened`: stamps for detecting another editor's changes. */
export function toForm<Row extends Found & Record<"created_at" | "deleted_at" | "is_sample", unknown>>(
  { created_at, updated_at, deleted_at, is_sample, ...record }: Row,
  labels: Record<string, string>,
) {
  return { ...record, opened: stampsOf(record, labels) };
}

/**
 * Returns the data for an autosaved form; null if no form is open.
 * @param asked URL query: `edit` is an id, `draft` shows the draft, `add` opens a new record
 */
export async function openForm<Record extends { id: string; version: number; opened: string }>(
  db: Database,
  { name, form }: { name: KindName; form: AutosaveKind },
  { add, ...asked }: { edit?: string; draft?: boolean; add?: string },
  read: (db: Database, id: string) => Promise<Record | null>,
) {
  const { record, waiting } = await openRecord(db, name, asked, read);
  if (!record && add === undefined) return null;
  return {
    record,
    waiting,
    autosave: await readAutosave(db, form, { record: record?.id ?? null, asked: add }),
  };
}
