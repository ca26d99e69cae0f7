// Shared by the tabs of all record kinds: lists, forms and saves.
import { data } from "react-router";
import { z } from "zod";
import { stillLinked } from "../../copy/messages.ts";
import { type AutosaveKind, isPrivateKind, recordKinds } from "../../copy/panel/record-kinds.ts";
import type { KindWords } from "../../features/fields/kind.ts";
import { canonicalOf } from "../../features/page-seo/canonical.ts";
import { countLinksTo } from "../../features/records/linking.server.ts";
import { countRecords } from "../../features/records/queries.server.ts";
import type { KindName, RestorableKind } from "../../features/records/record-kind.server.ts";
import type { Written } from "../../features/records/records.server.ts";
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
  saveNewRecordAsDraft,
} from "./drafts.server.ts";
import { readRowMarks } from "./row-marks.server.ts";
import {
  loadOrToast,
  nameOf,
  readForm,
  save,
  saveForm,
  type ToastAddition,
  withUndo,
} from "./save.server.ts";
import { type Several, saveSeveral } from "./several.server.ts";
import { saveUpdate } from "./update.server.ts";

type Found = { id: string; version: number; updated_at: Date; published?: boolean; slug?: string };

/** A kind from `records`. */
type SavedKind<Input extends object, Row extends Found> = RestorableKind &
  Partial<Pick<Several, "publish" | "pin" | "duplicate">> & {
    form: AutosaveKind;
    schema: z.ZodType<Input>;
    labels: Record<string, string>;
    required: readonly string[];
    words: KindWords;
    read(db: Database, id: string): Promise<Row | null>;
    insert(db: Database, input: Input): Promise<Written>;
    update(db: Database, id: string, version: number, input: Input): Promise<Written>;
  };

const target = z.object({ id: z.uuid(), version: recordVersion.default(0) });

/**
 * Handles a kind's form (`intent` add or update), deletes and bulk actions. The form posts the record's `id`
 * unless it's new, its `version` when opened, and the autosave's id as `draft`.
 */
export async function answerRecord<Input extends object, Row extends Found>(
  args: Args,
  kind: SavedKind<Input, Row>,
) {
  const { name: kindName, schema, labels, required, words } = kind;
  const { noun } = recordKinds[kindName];
  const { missing, failed } = words;
  const db = args.context.get(ownerDb);
  const { siteUrl } = args.context.get(configContext);
  const form = await readPostedForm(args.request);
  switch (form.get("intent")) {
    case "add": {
      const isDraft = isDraftSave(form);
      // Records without a page are never unpublished.
      if (isDraft && !kind.page) throw data(null, { status: 400 });
      const write = async (input: Input) => {
        if (isDraft) return addAsDraft(args.context, kind, input, form);
        const saved = await saveAndForget(db, form, kind.form, (tx) => kind.insert(tx, input));
        return withUndo(args.context, describeSaved(saved));
      };
      const done = isDraft ? draftSaved(form) : words.added;
      return saveForm(readForm(form, schema), write, { done, failed: failed.add, missing }, required);
    }
    case "update": {
      const { id, version } = parseOr400(target, form);
      if (isDraftSave(form) && isPrivateKind(kindName)) throw data(null, { status: 400 });
      if (await namesOwnPage(form, kind, siteUrl, () => kind.read(db, id))) form.set("canonical_url", "");
      // To publish, schedule or share the draft of an unpublished record, turn on Published, whatever the form says.
      if (isToPublish(form) && (await kind.read(db, id))?.published === false) form.set("published", "on");
      return saveUpdate(args, form, {
        ...{ key: { kind: kindName, id }, version, schema, labels, required },
        words: { updated: words.updated, failed: failed.update, missing },
        find: (tx) => kind.read(tx, id),
        what: `saved this ${noun.one}`,
        async write(input) {
          const saved = await saveAndForget(db, form, kind.form, (tx) => kind.update(tx, id, version, input));
          // If the owner has typed on, the form stays open.
          return { ...describeSaved(saved), version: String(saved.version) };
        },
      });
    }
    case "delete": {
      const { id } = parseOr400(target, form);
      return save(
        async () => {
          const found = await kind.read(db, id);
          const links = found ? await countLinks(db, kind, found, siteUrl) : 0;
          await kind.trash.remove(db, id);
          if (found) await recordOf(args, "record.deleted", { kind: kindName, name: nameOf(found) });
          return withUndo(args.context, stillLinked(links));
        },
        { done: words.deleted, failed: failed.delete },
      );
    }
    default:
      return saveSeveral(args, form, kind);
  }
}

/** @returns the toast, which names removed HTML */
async function addAsDraft<Input extends object>(
  context: Args["context"],
  kind: Pick<SavedKind<Input, Found>, "name" | "form" | "insert">,
  input: Input & { published?: boolean },
  form: FormData,
): Promise<ToastAddition> {
  let removed: string | undefined;
  const saved = await saveNewRecordAsDraft(context, kind.name, {
    isPublished: input.published !== false || isToPublish(form),
    async add(tx) {
      const added = await saveAndForget(tx, form, kind.form, (inner) =>
        kind.insert(inner, { ...input, published: false }),
      );
      removed = describeSaved(added).text;
      return added.id;
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

/** Returns the toast after a save: removed HTML (decision 0035.3) and a link. */
function describeSaved({ removed, path }: Written) {
  const lines = removed.map(({ field, what }) => `Removed from ${field}: ${what.join(", ")}.`);
  return { text: lines.join(" ") || undefined, links: path ? [viewOnSite(path)] : [] };
}

type Row = { id: string; created_at?: Date; updated_at: Date };
type ListedKind<Filter, Listed extends Row, Paging> = {
  name: KindName;
  form: AutosaveKind;
  table: Parameters<typeof countRecords>[1];
  words: Pick<KindWords, "fetchFailed">;
  list(db: Database, filter: Filter): Promise<{ rows: Listed[] } & Paging>;
};

/** Adds marks, formatted dates and counts to a list. */
async function readRecordList<Filter extends { perPage: number }, Listed extends Row, Paging>(
  db: Database,
  kind: ListedKind<Filter, Listed, Paging>,
  filter: Filter,
) {
  const [{ rows, ...paging }, { marksOf, unsaved }, counts, { time_zone }] = await Promise.all([
    kind.list(db, filter),
    readRowMarks(db, kind),
    countRecords(db, kind.table),
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
    perPage: filter.perPage,
    counts,
    /** autosaves of records that were never saved */
    unsaved,
  };
}

/**
 * Reads what a kind's tab shows: a page of its list and the open form, or the spec's toast for what can't be read.
 * @param of.asked the URL's `openedQuery`
 * @param of.beside reads what the form needs besides its record
 */
export async function readTab<
  Filter extends { perPage: number },
  Listed extends Row,
  Paging,
  Stored extends Dated,
  Form extends Dated,
  Beside extends object = object,
>(
  db: Database,
  kind: ListedKind<Filter, Listed, Paging> & FormKind<Stored, Form>,
  of: { filter: Filter; asked: OpenedQuery; beside?: () => Promise<Beside> },
) {
  const { fetchFailed } = kind.words;
  const [list, opened] = await Promise.all([
    loadOrToast(() => readRecordList(db, kind, of.filter), fetchFailed),
    loadOrToast(async () => {
      const form = await openForm(db, kind, of.asked, (tx, id) => readForForm(tx, kind, id));
      return form && { ...form, ...((await of.beside?.()) as Beside) };
    }, fetchFailed),
  ]);
  return { list: list.value, opened: opened.value, fault: list.fault ?? opened.fault };
}
type OpenedQuery = { edit?: string; draft?: boolean; add?: string };

type Dated = Found & Record<"created_at" | "deleted_at", unknown> & { is_sample?: unknown };

/** Returns a record for its form, and `opened`: stamps for detecting another editor's changes. */
export async function readForForm<Row extends Dated, Form extends Dated>(
  db: Database,
  { read, asForm, labels }: FormKind<Row, Form>,
  id: string,
) {
  const row = await read(db, id);
  if (!row) return null;
  const { created_at, updated_at, deleted_at, is_sample, ...record } = asForm(row);
  return { ...record, opened: stampsOf(row, labels) };
}
type FormKind<Row, Form> = {
  name: KindName;
  form: AutosaveKind;
  labels: Record<string, string>;
  read(db: Database, id: string): Promise<Row | null>;
  asForm(row: Row): Form;
};

/**
 * Returns the data for an autosaved form; null if no form is open.
 * @param asked URL query: `edit` is an id, `draft` shows the draft, `add` opens a new record
 * @param read returns a record for its form
 */
export async function openForm<Record extends { id: string; version: number; opened: string }>(
  db: Database,
  { name, form }: { name: KindName; form: AutosaveKind },
  { add, ...asked }: OpenedQuery,
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
