// Runs what the panel saves and reads, and words what came of it.
import { randomUUID } from "node:crypto";
import type { Submission } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, href } from "react-router";
import { z } from "zod";
import type { RestorableName } from "../copy/record-kinds.ts";
import { type Args, recordOf } from "../features/admin-session/actor.server.ts";
import { findAutosaves, type listAutosaves } from "../features/autosaves/queries.server.ts";
import type { AutosaveKind } from "../features/autosaves/rules.ts";
import { readSettings } from "../features/settings/queries.server.ts";
import { changedFields, differentFields } from "../platform/changes.server.ts";
import type { Database } from "../platform/database.server.ts";
import { shortTime } from "../platform/dates.ts";
import { log } from "../platform/log.server.ts";
import { ChangedMeanwhile, Refused } from "../platform/refused.ts";
import type { AutosaveStart } from "../ui/autosave-offer.tsx";
import type { SaveReply } from "../ui/saving.ts";
import type { ToastLink, ToastMessage } from "../ui/toaster.tsx";

/** What a save adds to its toast. */
export type Told = string | undefined | { text?: string; links: ToastLink[] };

/** The two toasts of a save (SPEC 8), and what to add where the save has more to tell. */
export type SaveWords = { done: string; failed: string };

/**
 * Reads a form of the panel by its rules. A switch that is off is not posted; the form names the switches it showed,
 * so that an update which does not mention one changes nothing (decision 0035.21).
 */
export function readForm<Schema extends z.ZodType>(form: FormData, schema: Schema) {
  for (const name of form.getAll("switches")) {
    if (typeof name === "string" && !form.has(name)) form.set(name, "off");
  }
  form.delete("switches");
  return parseWithZod(form, { schema });
}

/**
 * Saves a form: writes it, or answers with what is wrong, field by field and with everything typed.
 * @param submission from `readForm`
 * @param write the query; it returns what the toast should add, and throws `Refused` for what the data does not allow
 * @param words the toasts; `missing` replaces `failed` where one of the fields `required` is left empty, `refused` where
 *   the spec's words give the reason
 * @param required the fields of the spec's "Please fill in …"
 * @param edited of a form that saves over what it was opened with: somebody else's changes are told by it
 */
export async function saveForm<Input extends object>(
  submission: Submission<unknown, string[], Input>,
  write: (input: Input) => Promise<Told>,
  words: SaveWords & { missing: string; refused?: (reason: string) => string },
  required: readonly string[],
  edited?: Edited,
) {
  if (submission.status !== "success") {
    const isMissing = required.some((name) => !String(submission.payload[name] ?? "").trim());
    const reason = Object.values(submission.error ?? {})
      .flat()
      .find((one) => typeof one === "string");
    // Words that name the reason themselves need it no second time.
    const text = isMissing || words.refused ? undefined : reason;
    const toast: ToastMessage = { tone: "bad", title: isMissing ? words.missing : words.failed, text };
    return data<SaveReply>({ isSaved: false, toast, result: submission.reply() }, { status: 400 });
  }
  const { value } = submission;
  return save(() => (edited ? tellChanges(() => write(value), value, edited) : write(value)), words, {
    refused: (refused) => {
      const { "": formError, ...fields } = refused.fields;
      return {
        toast: words.refused
          ? { tone: "bad", title: words.refused(refused.message) }
          : { tone: "bad", title: words.failed, text: refused.message },
        result: submission.reply({
          formErrors: formError ? [formError] : undefined,
          fieldErrors: Object.fromEntries(Object.entries(fields).map(([name, error]) => [name, [error]])),
        }),
      };
    },
  });
}

/** A record that stands in a form, for whoever finds that somebody else has changed it. */
export type Edited = {
  db: Database;
  /** what the form posts as `opened`, made by `stampsOf` */
  opened: FormDataEntryValue | null;
  /** what the form calls its fields */
  labels: Record<string, string>;
  /** the record as it is stored now; null where it is gone */
  find: () => Promise<({ updated_at: Date | null } & object) | null>;
};

/**
 * Runs a write; where somebody else was faster it says in which fields, and when.
 * @param posted what is written, to compare with where the form does not tell what it was opened with
 */
async function tellChanges<Done>(write: () => Promise<Done>, posted: object, edited: Edited): Promise<Done> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile)) throw error;
    const { db, opened, labels, find } = edited;
    const [now, { time_zone }] = await Promise.all([find(), readSettings(db)]);
    if (!now) throw error;
    const changed = changedFields(opened, now, labels);
    const what = changed
      ? changed.join(", ") || "none of its fields"
      : `what differs from yours is ${differentFields(posted, now, labels).join(", ") || "nothing"}`;
    const when = now.updated_at ? ` (changed ${shortTime(now.updated_at, time_zone)})` : "";
    throw new ChangedMeanwhile(error.what, error.newerVersion, what + when);
  }
}

const target = z.object({ id: z.uuid(), version: z.coerce.number().int().default(0) });
/** Posted as `draft`, as tabs do that were opened before an update. */
const autosaveOf = (form: FormData) => z.uuid().optional().catch(undefined).parse(form.get("draft"));

/**
 * Answers what the tab of a kind of record posts: its form (`intent` add or update), a delete, an undo.
 * @param form with `intent` and, but for add, the record's `id`; an update carries the `version` it was opened with;
 *   a form that is autosaved names its autosave in `draft`
 * @param record.recorded a delete and an undo are told to the security log
 * @param record.words the toasts; `failed` by intent
 * @param record.labels what its form calls its fields, for somebody else's changes
 * @param record.add and the others: the queries; they return what the toast should add, those that save delete `autosave`
 */
export function writeRecord<Input extends object>(
  form: FormData,
  record: {
    db: Database;
    recorded: { args: Args; kind: RestorableName };
    labels: Record<string, string>;
    schema: z.ZodType<Input>;
    required: readonly string[];
    words: {
      added: string;
      updated: string;
      deleted: string;
      restored: string;
      missing: string;
      failed: Record<"add" | "update" | "delete" | "restore", string>;
    };
    find: (id: string) => Promise<({ updated_at: Date } & object) | null>;
    add: (input: Input, autosave?: string) => Promise<Told>;
    update: (id: string, version: number, input: Input, autosave?: string) => Promise<Told>;
    remove: (id: string) => Promise<unknown>;
    restore: (id: string) => Promise<unknown>;
  },
) {
  const { schema, required, words } = record;
  const { args, kind } = record.recorded;
  const { missing, failed } = words;
  const intent = form.get("intent");
  const autosave = autosaveOf(form);
  if (intent === "add") {
    const said = { done: words.added, failed: failed.add, missing };
    return saveForm(readForm(form, schema), (input) => record.add(input, autosave), said, required);
  }
  const asked = target.safeParse(Object.fromEntries(form));
  if (!asked.success) throw data(null, { status: 400 });
  const { id, version } = asked.data;
  switch (intent) {
    case "update": {
      const said = { done: words.updated, failed: failed.update, missing };
      const write = (input: Input) => record.update(id, version, input, autosave);
      const { db, labels } = record;
      const edited = { db, labels, opened: form.get("opened"), find: () => record.find(id) };
      return saveForm(readForm(form, schema), write, said, required, edited);
    }
    case "delete":
      return save(
        async () => {
          const found = await record.find(id);
          const told = await record.remove(id);
          if (found) await recordOf(args, "record.deleted", { kind, name: nameOf(found) });
          return told;
        },
        { done: words.deleted, failed: failed.delete },
        { undo: { intent: "restore", id } },
      );
    case "restore":
      return save(
        async () => {
          await record.restore(id);
          await recordOf(args, "record.restored", { kind, name: nameOf(await record.find(id)) });
        },
        { done: words.restored, failed: failed.restore },
      );
    default:
      throw data(null, { status: 400 });
  }
}

/** What a record is called, null where there is none. */
export function nameOf(record: object | null): string | null {
  const { title, name = title } = (record ?? {}) as { title?: string; name?: string };
  return name ?? null;
}

/**
 * Runs a write and words its toast.
 * @param write the query; it returns what the toast should add, and throws `Refused` for what the data does not allow
 * @param more.undo what the toast's Undo button posts
 * @param more.refused how to answer a refusal, where it is not said in the toast
 */
export async function save(
  write: () => Promise<unknown>,
  words: SaveWords,
  more: {
    undo?: Record<string, string>;
    refused?: (refused: Refused) => Pick<SaveReply, "toast" | "result">;
  } = {},
) {
  try {
    const told = await write();
    return data<SaveReply>({
      isSaved: true,
      toast: { tone: "good", title: words.done, ...addition(told) },
      undo: more.undo?.intent ? more.undo : undefined,
    });
  } catch (error) {
    if (error instanceof Refused) {
      const answer = more.refused?.(error) ?? {
        toast: { tone: "bad", title: words.failed, text: error.message },
      };
      const status = error.newerVersion === undefined ? 400 : 409;
      return data<SaveReply>({ isSaved: false, newerVersion: error.newerVersion, ...answer }, { status });
    }
    log.error({ err: error }, words.failed);
    const toast: ToastMessage = {
      tone: "bad",
      title: words.failed,
      text: "What you typed is still here. Try again.",
    };
    return data<SaveReply>({ isSaved: false, toast }, { status: 500 });
  }
}

function addition(told: unknown) {
  if (typeof told === "string") return { text: told };
  const isTold = typeof told === "object" && told !== null && "links" in told;
  return isTold ? (told as Exclude<Told, string>) : {};
}

/**
 * Reads for a tab; a fault becomes the spec's toast over an otherwise working panel (SPEC 8).
 * @param failed e.g. "Failed to fetch case studies"
 * @returns the value, or the toast
 */
export async function fetched<Value>(
  read: () => Promise<Value>,
  failed: string,
): Promise<{ value: Value; fault: null } | { value: null; fault: ToastMessage }> {
  try {
    return { value: await read(), fault: null };
  } catch (error) {
    log.error({ err: error }, failed);
    return { value: null, fault: { tone: "bad", title: failed } };
  }
}

/**
 * What a form needs that is autosaved.
 * @param record the id of the record it edits; null where it adds one
 * @param asked the address's `add`: of a new record that was begun the id of its autosave, which the form opens with
 */
export async function readAutosave(
  db: Database,
  kind: AutosaveKind,
  record: string | null,
  asked?: string,
): Promise<AutosaveStart> {
  const chosen = z.uuid().safeParse(asked).data;
  const [found, { time_zone }] = await Promise.all([
    findAutosaves(db, kind, record, chosen),
    readSettings(db),
  ]);
  const offered = found.map(({ saved_at, ...autosave }) => ({
    ...autosave,
    kept: shortTime(saved_at, time_zone),
  }));
  const taken = offered.find(({ id }) => id === chosen) ?? null;
  const to = href("/admin-control-panel-seoprozone/drafts");
  return { to, id: randomUUID(), kind, record, taken, offered: taken ? [] : offered };
}

/** What was begun of new records and not saved, for the list of their kind. */
export const listUnsaved = (autosaves: Awaited<ReturnType<typeof listAutosaves>>, timeZone: string) =>
  autosaves
    .filter(({ record_id }) => record_id === null)
    .map(({ id, title, saved_at }) => ({ id, title, kept: shortTime(saved_at, timeZone) }));
