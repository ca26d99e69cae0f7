import { z } from "zod";
import { messages } from "../../copy/messages.ts";
import { retention } from "../../copy/panel/enquiries-tab.ts";
import { countOldEnquiries } from "../../features/enquiries/retention.server.ts";
import { findNewest } from "../../features/history/queries.server.ts";
import { sendMailsAwaitingRecipient } from "../../features/mail/schedule.server.ts";
import { KINDS } from "../../features/records/kinds.server.ts";
import {
  cardTitle,
  JOINED_CARDS,
  keysOfCard,
  labelsOfCard,
  type SettingsCardId,
  settingsCardId,
} from "../../features/settings/cards.ts";
import {
  CHOICES,
  findSettingsCard,
  listStoredSettings,
  SAVED,
  type Stored,
  valuesOf,
  writeSettings,
} from "../../features/settings/queries.server.ts";
import { isSettingSwitch, type SettingKey, settingKey, settings } from "../../features/settings/rules.ts";
import { describeCode } from "../../features/settings/tracking-notes.server.ts";
import { watchedChanges } from "../../features/settings/watched.ts";
import { type Args, recordOf } from "../../features/sign-in/actor.server.ts";
import { stampsOf } from "../../platform/database/changes.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { recordVersion } from "../../platform/database/record-version.ts";
import { Refused } from "../../platform/database/refused.ts";
import { ownerDb } from "../../platform/http/context.server.ts";
import { parseOr400 } from "../../platform/http/posted-form.server.ts";
import { readAutosave } from "../saving/autosaves.server.ts";
import { openWithDraft, saveAndForget } from "../saving/drafts.server.ts";
import { describeOtherPlaces } from "../saving/other-places.server.ts";
import { afterSave } from "../saving/save.server.ts";
import { saveUpdate } from "../saving/update.server.ts";

const words = messages.settings;

export type OpenedCard = Awaited<ReturnType<typeof openCard>>;

export async function openCard(db: Database, id: SettingsCardId, isDraft: boolean) {
  const opened = await openWithDraft(db, { kind: "settings", id }, isDraft, (tx) => readCard(tx, id));
  const [record, waiting] = [opened.record!, opened.waiting];
  const autosave = await readAutosave(db, "settings", { record: id });
  // From before an update, when these were cards of their own.
  const joined = id === "general" ? JOINED_CARDS : [];
  const old = await Promise.all(joined.map((record) => readAutosave(db, "settings", { record })));
  const offered = [
    ...autosave.offered,
    ...old.flatMap(({ offered }) => offered.map((one) => ({ ...one, version: record.version }))),
  ];
  const named = offered.map((one) => ({ ...one, title: cardTitle(id) }));
  return { record, waiting, autosave: { ...autosave, offered: named } };
}

async function readCard(db: Database, id: SettingsCardId) {
  const { version, values } = await findSettingsCard(db, id);
  const shown = keysOfCard(id).map((key): [SettingKey, string | boolean] => {
    const value = values[key] ?? "";
    return [key, isSettingSwitch(key) ? value === "on" : value || CHOICES[key] || ""];
  });
  const fields: Partial<Record<SettingKey, string | boolean>> = Object.fromEntries(shown);
  return { ...fields, id, version, opened: stampsOf(values, labelsOfCard(id)) };
}

/** A form without a version skips the conflict check. */
const posted = z.object({ id: settingsCardId.optional(), version: recordVersion.optional() });

export async function saveCard(args: Args, form: FormData) {
  const db = args.context.get(ownerDb);
  const { data: of } = posted.safeParse(Object.fromEntries(form));
  const { id, version } = of ?? {};
  const opened = id && version !== undefined ? { id, version } : undefined;
  const removed = readRemoved(form);
  return saveUpdate(args, form, {
    ...{ key: { kind: "settings", id: id ?? "" }, version: version ?? 0 },
    ...{ schema: settings, labels: id ? labelsOfCard(id) : {} },
    words: { updated: words.saved, failed: words.saveFailed },
    find: async (tx) => (id ? readStored(tx, id) : null),
    what: SAVED,
    async write(input) {
      if (!of) throw outdated();
      const { before, after, saved } = await saveAndForget(db, form, "settings", async (tx) => {
        const before = await listStoredSettings(tx);
        const nothing = Object.fromEntries(removed.map((key) => [key, null]));
        await writeSettings(tx, { ...valuesOf(input), ...nothing }, opened);
        const saved = id && (await findSettingsCard(tx, id)).version;
        return { before, after: await listStoredSettings(tx), saved };
      });
      await recordChanges(args, before, after);
      // Send notifications that had no recipient. If this fails, the worker sends them later.
      if (input.contact_email) await afterSave(() => sendMailsAwaitingRecipient(db));
      const isUnchanged = [...form].some(
        ([key, value]) => typeof value === "string" && !value.trim() && after[key],
      );
      const elsewhere = await describeFirstElsewhere(db, before, after);
      const lines = [
        isUnchanged && words.emptyKeep,
        describeCode(input),
        await afterSave(() => describeOld(db, before, after)),
      ];
      return {
        text: [...lines, elsewhere?.text].filter(Boolean).join(" ") || undefined,
        links: elsewhere ? [elsewhere.link] : [],
        version: saved === undefined ? undefined : String(saved),
      };
    },
    async prepareDraft() {
      if (!of) throw outdated();
      leaveOutEmpty(form, parseOr400(posted.required(), form).id);
      for (const key of removed) form.set(key, "");
      return undefined;
    },
  });
}

/** An unknown card means that the page was opened before an update. */
const outdated = () =>
  new Refused({ "": "This page is out of date. Copy what you typed, reload the page and save again." });

async function readStored(db: Database, id: SettingsCardId) {
  const [{ values, version }, newest] = await Promise.all([
    findSettingsCard(db, id),
    findNewest(db, "settings", id),
  ]);
  return { ...values, version, updated_at: newest?.at ?? null };
}

/** Answers the Remove buttons of tabs opened before an update. */
export function removeSetting(args: Args, form: FormData) {
  form.set("remove", String(form.get("key")));
  // Keep the autosave, because these buttons don't save the other fields.
  for (const autosave of ["autosave", "restored"]) form.delete(autosave);
  return saveCard(args, form);
}

/** Returns the settings whose stored values the form removes (decision 0035.9). A posted value is saved instead. */
function readRemoved(form: FormData): SettingKey[] {
  const keys = String(form.get("remove") ?? "")
    .split(" ")
    .filter(Boolean);
  return parseOr400(z.array(settingKey), keys).filter((key) => !String(form.get(key) ?? "").trim());
}

/** Removes a card's empty fields, which keep their values (SPEC 5). */
function leaveOutEmpty(form: FormData, id: SettingsCardId) {
  for (const key of keysOfCard(id)) if (!String(form.get(key) ?? "").trim()) form.delete(key);
}

/** Describes how many enquiries a new retention period will delete. */
async function describeOld(db: Database, before: Stored, after: Stored) {
  const months = after.keep_enquiries_months;
  if (!months || months === before.keep_enquiries_months) return "";
  const count = await countOldEnquiries(db, Number(months));
  return count && retention.overdue(count);
}

/** Describes where texts still contain the old name, or else the old phone number or email address. */
async function describeFirstElsewhere(db: Database, before: Stored, after: Stored) {
  for (const key of ["site_title", "phone_number", "contact_email"] as const) {
    const places = await describeOtherPlaces(db, KINDS, before[key] ?? "", after[key] ?? "", "text");
    if (places) return places;
  }
  return null;
}

async function recordChanges(args: Args, before: Stored, after: Stored) {
  const changes = watchedChanges(before, after);
  if (changes.length) await recordOf(args, "settings.changed", { changes });
}
