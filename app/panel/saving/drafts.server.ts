// Saves forms as drafts, and opens records with their drafts.

import { href, type RouterContextProvider } from "react-router";
import { z } from "zod";
import { changes as words } from "../../copy/panel/changes.ts";
import type { AutosaveKind } from "../../copy/panel/record-kinds.ts";
import { deleteAutosave } from "../../features/autosaves/queries.server.ts";
import type { AutosaveInput } from "../../features/autosaves/rules.ts";
import { applyChanges, findLive, withSerializableRetry } from "../../features/changes/apply.server.ts";
import { findDraft, type SavedDraft, saveDraft } from "../../features/changes/drafts.server.ts";
import { recordWritten } from "../../features/changes/log.server.ts";
import { isChange, isSwitch, publishes } from "../../features/changes/merge.ts";
import { publishDrafts } from "../../features/changes/publish.server.ts";
import { draftName, type RecordKey } from "../../features/changes/record-key.server.ts";
import { KINDS } from "../../features/records/kinds.server.ts";
import type { KindName } from "../../features/records/record-kind.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import { type Args, actorOf } from "../../features/sign-in/actor.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { recordVersion } from "../../platform/database/record-version.ts";
import { ChangedSinceOpened, Refused, recordGone } from "../../platform/database/refused.ts";
import { withRollback } from "../../platform/database/rollback.server.ts";
import { isContentUntouched, ownerDb } from "../../platform/http/context.server.ts";
import { log } from "../../platform/log.server.ts";
import { shortTime } from "../../platform/time/dates.ts";
import { viewOnSite } from "../../ui/panel/toaster.tsx";
import { AS_DRAFT, type PendingDraft } from "../../ui/panel/waiting-changes.tsx";
import { findChangedPage } from "./places.server.ts";
import { afterSave, type ToastAddition } from "./save.server.ts";
import { readEnd, showSchedule } from "./schedule.server.ts";

export const isDraftSave = (form: FormData) => form.has(AS_DRAFT);

/** Returns the next step, if any: publish, schedule or share. */
const thenOf = (form: FormData) => {
  const then = form.getAll(AS_DRAFT).at(-1);
  return then === "publish" || then === "schedule" || then === "share" ? then : null;
};

/** Returns whether the draft must also publish the record. */
export const isToPublish = (form: FormData) => thenOf(form) !== null;

export const draftSaved = (form: FormData) =>
  thenOf(form) === "publish" ? words.done.publish : words.form.saved;

const autosaveOf = (form: FormData, name = "autosave") =>
  z.uuid().optional().catch(undefined).parse(form.get(name));

export const saveAndForget = <Saved>(
  db: Database,
  form: FormData,
  kind: AutosaveKind,
  save: (tx: Database) => Promise<Saved>,
): Promise<Saved> =>
  db.transaction(async (tx) => {
    const saved = await save(tx);
    await forgetAutosave(tx, form, kind);
    return saved;
  });

export async function forgetAutosave(db: Database, form: FormData, kind: AutosaveKind): Promise<void> {
  for (const autosave of [autosaveOf(form), autosaveOf(form, "restored")])
    if (autosave) await deleteAutosave(db, autosave, [kind]);
}

const draftVersion = recordVersion.min(1);

/**
 * Saves a form as a draft, and publishes it if the owner clicked Publish.
 * @param of.opened the record's version when the form opened
 * @param of.find returns null if the record is gone
 * @param of.what another editor's change, such as "saved this post"
 * @throws Refused like `saveDraft` and `publishDrafts`, or after another editor's save
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
): Promise<Extract<ToastAddition, object>> {
  const { form, opened, find, what } = of;
  const { context } = args;
  const db = context.get(ownerDb);
  const by = autosaveOf(form);
  const then = thenOf(form);
  let published: Awaited<ReturnType<typeof publishDrafts>> | undefined;
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
      const kind = KINDS.find(({ name }) => name === key.kind)?.form;
      if (kind) await forgetAutosave(tx, form, kind);
      if (then && isNothing) throw new Refused({ "": words.form.nothing });
      if (then === "publish") published = await publishDrafts(tx, [key]);
    },
    async check(tx) {
      const now = await find(tx);
      if (now && now.version !== opened) throw new ChangedSinceOpened(what, now.version);
    },
  });
  if (!published) return { ...(await describeSavedDraft(db, saved)), version: String(saved.version) };
  const { set: operation, written } = published;
  await recordWritten(db, "changes.published", written, { actor: await actorOf(args) });
  const path = await afterSave(() => findChangedPage(db, { kind: key.kind, record_id: key.id }));
  const lines = [words.toastText.live(written.length), await afterSave(() => readEnd(db, operation))];
  return { text: lines.filter(Boolean).join(" "), links: path ? [viewOnSite(path)] : [], operation };
}

/**
 * Autosaves a form to the draft it shows.
 * @returns the draft's new version; null if the form needs an autosave instead
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
        after: (tx) => deleteAutosave(tx, by, [form]),
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
 * Saves a new record as unpublished and, if `isPublished` is set, adds a draft that will publish it.
 * @param of.publishing the draft's field values that publish the record
 * @throws Refused like `add`, or if there are too many drafts
 */
export function saveNewRecordAsDraft(
  context: Readonly<RouterContextProvider>,
  kind: KindName,
  of: {
    add: (tx: Database) => Promise<string>;
    isPublished: boolean;
    publishing?: Record<string, string>;
  },
): Promise<Awaited<ReturnType<typeof describeSavedDraft>> & { record: string }> {
  const { add, isPublished, publishing = { published: "on" } } = of;
  context.set(isContentUntouched, true);
  return withSerializableRetry(context.get(ownerDb), async (tx) => {
    const id = await add(tx);
    if (!isPublished) return { record: id, text: words.form.savedUnpublished, links: [] };
    const saved = await saveDraft(tx, { kind, id }, { posted: publishing });
    return { ...(await describeSavedDraft(tx, saved, words.form.savedNew)), record: id };
  });
}

/** @param say returns the text; depends on whether the record is new */
async function describeSavedDraft(
  db: Database,
  { waiting, isNothing, publishAt }: SavedDraft,
  say: typeof words.form.savedText = words.form.savedText,
) {
  const at = publishAt && shortTime(publishAt, (await readSettings(db)).time_zone);
  const to = href("/admin-control-panel-seoprozone/changes");
  return {
    text: isNothing ? words.form.nothing : say(waiting, at),
    links: waiting ? [{ label: words.form.toChanges, to }] : [],
  };
}

/** Opens the requested record, if any; see `openWithDraft`. */
export async function openRecord<Found extends Opened>(
  db: Database,
  kind: KindName,
  { edit, draft }: { edit?: string; draft?: boolean },
  read: (db: Database, id: string) => Promise<Found | null>,
): Promise<{ record: Found | null; waiting: PendingDraft | null }> {
  if (!edit) return { record: null, waiting: null };
  return openWithDraft(db, { kind, id: edit }, draft, (db) => read(db, edit));
}

type Opened = { id?: string | null; version: number; opened: string; published?: boolean; slug?: string };

/**
 * Opens a record's published version or its draft. Reads the draft in a transaction that's rolled back.
 * @param isAsked whether the draft is requested. If undefined, an unpublished record opens with the draft
 *   that publishes it
 * @param read returns the form's data; id, version and stamps always come from the published version
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
  const { publish_at, take_back_at: until, problem } = item;
  const { time_zone } = await readSettings(db);
  const schedule = showSchedule({ at: publish_at, until, problem }, time_zone);
  const at = { draft: draftName(key), schedule };
  const publicSlug = live.published ? (live.slug ?? null) : null;
  const waiting = { version: item.version, labels, isShown: false, isNew, publicSlug, at };
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
