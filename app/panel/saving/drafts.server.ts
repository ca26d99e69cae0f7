// Forms that keep what they hold beside what is live, and show it again.
import { href, type RouterContextProvider } from "react-router";
import { changes as words } from "../../copy/panel/changes.ts";
import {
  applyChanges,
  findLive,
  withRollback,
  withSerializableRetry,
} from "../../features/changes/apply.server.ts";
import { findDraft, saveDraft } from "../../features/changes/drafts.server.ts";
import { isChange, isSwitch, publishes } from "../../features/changes/merge.ts";
import type { RecordKey } from "../../features/changes/record-key.server.ts";
import type { KindName } from "../../features/records/record-kind.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { recordVersion } from "../../platform/database/record-version.ts";
import { ChangedMeanwhile, Refused } from "../../platform/database/refused.ts";
import { isContentUntouched, ownerDb } from "../../platform/http/context.server.ts";
import type { PendingDraft } from "../../ui/panel/waiting-changes.tsx";

/** Whether a form is to be kept as a draft instead of saved. */
export const isDraftSave = (form: FormData) => form.has("keep");

const draftVersion = recordVersion.min(1);

/**
 * Keeps a form as a draft.
 * @param of.form after `readForm`, which names the switches that are off
 * @param of.opened the version of the record that the form was opened with
 * @param of.find the version that is stored now; null where the record is gone
 * @param of.what what another editor did who saved meanwhile, e.g. "saved this post"
 * @param of.after runs in the same transaction
 * @returns what the toast adds
 * @throws Refused as `saveDraft`, and where another editor has saved meanwhile
 */
export async function saveFormAsDraft(
  context: Readonly<RouterContextProvider>,
  key: RecordKey,
  of: {
    form: FormData;
    opened: number;
    find: (tx: Database) => Promise<{ version: number } | null>;
    what: string;
    after?: (tx: Database) => Promise<unknown>;
  },
): Promise<ReturnType<typeof describeSavedDraft>> {
  const { form, opened, find, what, after } = of;
  const posted = [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  context.set(isContentUntouched, true);
  const kept = await saveDraft(context.get(ownerDb), key, {
    posted: Object.fromEntries(posted),
    draft: draftVersion
      .optional()
      .catch(undefined)
      .parse(form.get("draft_version") ?? undefined),
    after,
    async check(tx) {
      const now = await find(tx);
      if (now && now.version !== opened) throw new ChangedMeanwhile(what, now.version);
    },
  });
  return describeSavedDraft(kept);
}

/**
 * Keeps a new record as a draft: it is saved with everything that was typed and not published; where its switch is on, a
 * draft that publishes it is kept with it.
 * @param of.add saves the record, in the same transaction
 * @param of.isPublished whether its switch is on
 * @param of.publishing what its form posts to switch it on
 * @returns what the toast adds
 * @throws Refused by `add`, and where 200 records wait in the set already: nothing is saved then
 */
export function saveNewRecordAsDraft(
  context: Readonly<RouterContextProvider>,
  kind: KindName,
  of: {
    add: (tx: Database) => Promise<string>;
    isPublished: boolean;
    publishing?: Record<string, string>;
  },
): Promise<ReturnType<typeof describeSavedDraft>> {
  const { add, isPublished, publishing = { published: "on" } } = of;
  context.set(isContentUntouched, true);
  return withSerializableRetry(context.get(ownerDb), async (tx) => {
    const id = await add(tx);
    if (!isPublished) return { text: words.form.keptUnpublished, links: [] };
    const kept = await saveDraft(tx, { kind, id }, { posted: publishing });
    return { ...describeSavedDraft(kept), text: words.form.keptNew(kept.waiting, kept.title) };
  });
}

/** What the toast of a draft that was kept adds. */
export function describeSavedDraft({ waiting, isNothing, title }: Awaited<ReturnType<typeof saveDraft>>) {
  const to = href("/admin-control-panel-seoprozone/changes");
  return {
    text: isNothing ? words.form.nothing : words.form.keptText(waiting, title),
    links: waiting ? [{ label: words.form.toChanges, to }] : [],
  };
}

/** A record that an address asks for, as `openWithDraft` opens it; nothing where it asks for none. */
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
 * A record as its form opens it: what is live, or the draft where that is asked for and there is one. The draft is read
 * by the form's own query, in a transaction that applies it and is rolled back.
 * @param isAsked undefined where nothing is said: then a record that visitors do not see yet opens with the draft that
 *   publishes it
 * @param read the record with what the form needs; its id, version and stamps are always those of what is live
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
  const waiting = { version: item.version, title: item.title, labels, isShown: false, isNew };
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
