// Saves forms as drafts and opens records with their drafts.

import { href, type RouterContextProvider } from "react-router";
import { z } from "zod";
import { changes as words } from "../../copy/panel/changes.ts";
import { type Args, actorOf } from "../../features/admin-session/actor.server.ts";
import { deleteAutosave } from "../../features/autosaves/queries.server.ts";
import type { AutosaveInput } from "../../features/autosaves/rules.ts";
import { applyChanges, findLive, withSerializableRetry } from "../../features/changes/apply.server.ts";
import { findDraft, type SavedDraft, saveDraft } from "../../features/changes/drafts.server.ts";
import { recordWritten } from "../../features/changes/log.server.ts";
import { isChange, isSwitch, publishes } from "../../features/changes/merge.ts";
import { publishAlone } from "../../features/changes/publish.server.ts";
import type { RecordKey } from "../../features/changes/record-key.server.ts";
import { findSetOf } from "../../features/changes/sets.server.ts";
import { KINDS } from "../../features/records/kinds.server.ts";
import type { KindName } from "../../features/records/record-kind.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { recordVersion } from "../../platform/database/record-version.ts";
import { ChangedSinceOpened, Refused, recordGone } from "../../platform/database/refused.ts";
import { withRollback } from "../../platform/database/rollback.server.ts";
import { isContentUntouched, ownerDb } from "../../platform/http/context.server.ts";
import { log } from "../../platform/log.server.ts";
import { viewOnSite } from "../../ui/panel/toaster.tsx";
import { AS_DRAFT, type PendingDraft } from "../../ui/panel/waiting-changes.tsx";
import { findChangedPage } from "./places.server.ts";
import { afterSave, type ToastAddition } from "./save.server.ts";
import { readSchedule } from "./schedule.server.ts";

/** Returns whether a form should be saved as a draft. */
export const isDraftSave = (form: FormData) => form.has(AS_DRAFT);

/** Returns what the owner does with the draft that the form saves, if anything. */
const thenOf = (form: FormData) => {
  const then = form.getAll(AS_DRAFT).at(-1);
  return then === "publish" || then === "schedule" || then === "share" ? then : null;
};

/**
 * Returns whether a form should be published, or saved as a draft to schedule or share it: so its draft publishes
 * it.
 */
export const isToPublish = (form: FormData) => thenOf(form) !== null;

/** Returns the toast for a form saved as a draft. */
export const draftSaved = (form: FormData) =>
  thenOf(form) === "publish" ? words.done.publish : words.form.saved;

/** Returns the id of the form's autosave. Posted as `draft` by tabs that were opened before an update. */
const autosaveOf = (form: FormData) => z.uuid().optional().catch(undefined).parse(form.get("draft"));

/** Runs a save and deletes the autosave of its form, in one transaction. */
export const saveAndForget = <Saved>(
  db: Database,
  form: FormData,
  save: (tx: Database) => Promise<Saved>,
): Promise<Saved> =>
  db.transaction(async (tx) => {
    const saved = await save(tx);
    await forgetAutosave(tx, form);
    return saved;
  });

/** Deletes the autosave of a form that was saved. */
export async function forgetAutosave(db: Database, form: FormData): Promise<void> {
  const autosave = autosaveOf(form);
  if (autosave) await deleteAutosave(db, autosave);
}

const draftVersion = recordVersion.min(1);

/**
 * Saves a form as a draft and deletes its autosave; publishes it if the owner clicked Publish.
 * @param of.form the result of `readForm`, which names switches that are off
 * @param of.opened the record's version when the form was opened
 * @param of.find returns the stored version; null if the record is gone
 * @param of.what what another editor did if they saved since, such as "saved this post"
 * @returns additions to the toast and the reply
 * @throws Refused as `saveDraft` and `publishChanges` do, and if another editor has saved since
 */
export async function saveFormAsDraft(
  args: Args,
  key: RecordKey,
  of: {
    form: FormData;
    opened: number;
    find: (tx: Database) => Promise<{ version: number } | null>;
    what: string;
  },
): Promise<ToastAddition> {
  const { form, opened, find, what } = of;
  const { context } = args;
  const db = context.get(ownerDb);
  const by = autosaveOf(form);
  const then = thenOf(form);
  let published: Awaited<ReturnType<typeof publishAlone>> | undefined;
  const posted = [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  context.set(isContentUntouched, then !== "publish");
  const saved = await saveDraft(db, key, {
    by,
    posted: Object.fromEntries(posted),
    draft: draftVersion
      .optional()
      .catch(undefined)
      .parse(form.get("draft_version") ?? undefined),
    async after(tx, { isNothing }) {
      await forgetAutosave(tx, form);
      if (then && isNothing) throw new Refused({ "": words.form.nothing });
      if (then === "publish") published = await publishAlone(tx, key);
    },
    async check(tx) {
      const now = await find(tx);
      if (now && now.version !== opened) throw new ChangedSinceOpened(what, now.version);
    },
  });
  if (!published) return { ...describeSavedDraft(saved), version: String(saved.version) };
  const { set: operation, written } = published;
  await recordWritten(db, "changes.published", written, { actor: await actorOf(args) });
  const path = await afterSave(() => findChangedPage(db, { kind: key.kind, record_id: key.id }));
  return { text: words.toastText.live(written.length), links: path ? [viewOnSite(path)] : [], operation };
}

/**
 * Saves what's typed into a form that shows a draft to that draft, as its Save draft does. `Save` never publishes it.
 * @returns the draft's new version; null if it can't be saved now, so that it has to be stored as an autosave
 */
export async function autosaveDraft(
  context: Readonly<RouterContextProvider>,
  { id: by, kind: form, record_id, record_name, version, draft_version, fields: posted }: AutosaveInput,
): Promise<number | null> {
  const kind = KINDS.find((one) => one.form === form);
  const id = record_id ?? record_name;
  if (!kind || id === null || !draft_version) return null;
  context.set(isContentUntouched, true);
  try {
    const saved = await saveDraft(
      context.get(ownerDb),
      { kind: kind.name, id },
      {
        ...{ posted, by, draft: draft_version, isAutosave: true },
        after: (tx) => deleteAutosave(tx, by),
        async check(tx) {
          if ((await kind.find(tx, id))?.version !== version) throw recordGone("This version");
        },
      },
    );
    return saved.version;
  } catch (error) {
    if (!(error instanceof Refused)) log.error({ err: error }, "A draft couldn't be autosaved");
    return null;
  }
}

/**
 * Saves a new record as a draft: it's stored unpublished, with a draft that publishes it if its switch is on.
 * @param of.add saves the record in the same transaction
 * @param of.isPublished whether its switch is on
 * @param of.publishing what its form posts to turn it on
 * @returns additions to the toast, and the record's id
 * @throws Refused by `add`, and if the set already has 200 records; nothing is saved then
 */
export function saveNewRecordAsDraft(
  context: Readonly<RouterContextProvider>,
  kind: KindName,
  of: {
    add: (tx: Database) => Promise<string>;
    isPublished: boolean;
    publishing?: Record<string, string>;
  },
): Promise<ReturnType<typeof describeSavedDraft> & { record: string }> {
  const { add, isPublished, publishing = { published: "on" } } = of;
  context.set(isContentUntouched, true);
  return withSerializableRetry(context.get(ownerDb), async (tx) => {
    const id = await add(tx);
    if (!isPublished) return { record: id, text: words.form.savedUnpublished, links: [] };
    const saved = await saveDraft(tx, { kind, id }, { posted: publishing });
    const text = words.form.savedNew(saved.waiting, saved.title);
    return { ...describeSavedDraft(saved), record: id, text };
  });
}

/** Returns the toast's text for a saved draft. */
export function describeSavedDraft({ waiting, isNothing, title }: Omit<SavedDraft, "version">) {
  const to = href("/admin-control-panel-seoprozone/changes");
  return {
    text: isNothing ? words.form.nothing : words.form.savedText(waiting, title),
    links: waiting ? [{ label: words.form.toChanges, to }] : [],
  };
}

/** Returns the requested record, opened by `openWithDraft`; nothing if none is requested. */
export async function openRecord<Found extends Opened>(
  db: Database,
  kind: KindName,
  { edit, draft }: { edit?: string; draft?: boolean },
  read: (db: Database, id: string) => Promise<Found | null>,
): Promise<{ record: Found | null; waiting: PendingDraft | null }> {
  if (!edit) return { record: null, waiting: null };
  return openWithDraft(db, { kind, id: edit }, draft, (db) => read(db, edit));
}

type Opened = { id?: string | null; version: number; opened: string };

/**
 * Opens a record for its form: the published version, or the draft if requested and there is one. The draft is read by
 * the form's own query in a transaction that applies it and is rolled back.
 * @param isAsked undefined to decide here: a record that visitors don't see yet then opens with the draft that
 *   publishes it
 * @param read returns the record with what the form needs; its id, version and stamps are always the published ones
 */
export async function openWithDraft<Found extends Opened>(
  db: Database,
  key: RecordKey,
  isAsked: boolean | undefined,
  read: (db: Database) => Promise<Found | null>,
): Promise<{ record: Found | null; waiting: PendingDraft | null }> {
  const [live, item] = await Promise.all([read(db), findDraft(db, key)]);
  if (!live || !item) return { record: live, waiting: null };
  const fields = (await findLive(db, key.kind, key.id))?.fields ?? [];
  const isNew = publishes(item.fields, fields);
  const labels = fields
    .filter(({ name }) => item.fields[name] && isChange(item.fields[name]) && !(isNew && isSwitch(name)))
    .map(({ label }) => label);
  const [{ set, others }, { time_zone }] = await Promise.all([findSetOf(db, key), readSettings(db)]);
  const at = { set, others, schedule: await readSchedule(db, set, time_zone) };
  const waiting = { version: item.version, title: item.title, labels, isShown: false, isNew, at };
  if (!(isAsked ?? isNew)) return { record: live, waiting };
  try {
    const draft = await withRollback(db, async (tx) => {
      await applyChanges(tx, [item], "take");
      return read(tx);
    });
    const { id, version, opened } = live;
    return { record: { ...draft!, id, version, opened }, waiting: { ...waiting, isShown: true } };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { record: live, waiting: { ...waiting, problem: error.message } };
  }
}
