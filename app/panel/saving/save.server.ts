// Runs the panel's saves and reads, and reports the results as toasts.
import type { Submission } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import type { z } from "zod";
import { hasWritten } from "../../features/history/queries.server.ts";
import { readSettings } from "../../features/settings/queries.server.ts";
import type { Args } from "../../features/sign-in/actor.server.ts";
import { changedFields, differentFields } from "../../platform/database/changes.server.ts";
import type { Database } from "../../platform/database/database.server.ts";
import { ChangedSinceOpened, Refused } from "../../platform/database/refused.ts";
import { operationId, ownerDb } from "../../platform/http/context.server.ts";
import { log } from "../../platform/log.server.ts";
import { shortTime } from "../../platform/time/dates.ts";
import type { SaveReply } from "../../ui/panel/save-reply.ts";
import type { ToastMessage } from "../../ui/panel/toaster.tsx";

/**
 * Undo posts `undo` if there's no `operation`. `version` and `record` go into the reply, not the toast.
 */
export type ToastAddition = string | undefined | Addition;
type Addition = Pick<ToastMessage, "text" | "links" | "operation" | "isRedo"> & {
  undo?: Record<string, string>;
  version?: string;
  record?: string;
};

/** A save's toasts (SPEC 8). */
type SaveWords = { done: string; failed: string };

/** @property failed may include the reason, which is otherwise below it */
export type FormWords = { failed: string | ((reason?: string) => string); missing?: string };

/**
 * Validates a form. Browsers omit switches that are off, so the form lists its switches in `switches`.
 * Unlisted switches keep their value (decision 0035.21).
 */
export function readForm<Schema extends z.ZodType>(form: FormData, schema: Schema) {
  for (const name of form.getAll("switches")) {
    if (typeof name === "string" && !form.has(name)) form.set(name, "off");
  }
  form.delete("switches");
  return parseWithZod(form, { schema });
}

/**
 * Saves a form, or returns errors by field with the submitted values.
 * @param write returns additions to the toast; throws `Refused` to reject the save
 * @param words `missing` replaces `failed` if a `required` field is empty; `failed` may include the reason
 * @param required the fields named in the spec's "Please fill in …"
 * @param edited for naming another editor's changes in a conflict error
 */
export async function saveForm<Input extends object>(
  submission: Submission<unknown, string[], Input>,
  write: (input: Input) => Promise<ToastAddition>,
  words: FormWords & { done: string },
  required: readonly string[] = [],
  edited?: Edited,
) {
  const hasReason = typeof words.failed === "function";
  const failed = (reason?: string) =>
    typeof words.failed === "function" ? words.failed(reason) : words.failed;
  if (submission.status !== "success") {
    const isMissing = required.some((name) => !String(submission.payload[name] ?? "").trim());
    const reason = Object.values(submission.error ?? {})
      .flat()
      .find((one) => typeof one === "string");
    const title = (isMissing && words.missing) || failed(reason);
    const toast: ToastMessage = { tone: "bad", title, text: isMissing || hasReason ? undefined : reason };
    return data<SaveReply>({ isSaved: false, toast, result: submission.reply() }, { status: 400 });
  }
  const { value } = submission;
  return save(
    () => (edited ? describeChanges(() => write(value), value, edited) : write(value)),
    { done: words.done, failed: failed() },
    (refused) => {
      const { "": formError, ...fields } = refused.fields;
      return {
        toast: {
          ...{ tone: "bad", title: failed(refused.message) },
          ...(!hasReason && { text: refused.message }),
        },
        result: submission.reply({
          formErrors: formError ? [formError] : undefined,
          fieldErrors: Object.fromEntries(Object.entries(fields).map(([name, error]) => [name, [error]])),
        }),
      };
    },
  );
}

type Edited = {
  db: Database;
  /** the form's `opened` field, from `stampsOf` */
  opened: FormDataEntryValue | null;
  labels: Record<string, string>;
  /** returns the stored record; null if it's gone */
  find: () => Promise<({ updated_at: Date | null } & object) | null>;
};

/**
 * Adds another editor's changes to a conflict error.
 * @param posted new values, to compare if the form has no stamps
 */
async function describeChanges<Done>(
  write: () => Promise<Done>,
  posted: object,
  edited: Edited,
): Promise<Done> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof ChangedSinceOpened)) throw error;
    const { db, opened, labels, find } = edited;
    const [now, { time_zone }] = await Promise.all([find(), readSettings(db)]);
    if (!now) throw error;
    const changed = changedFields(opened, now, labels);
    const different = changed ?? differentFields(posted, now, labels);
    const what = different.length
      ? `${changed ? "They changed" : "Their version differs from yours in"} ${different.join(", ")}`
      : "No fields differ";
    const when = now.updated_at ? ` (${shortTime(now.updated_at, time_zone)})` : "";
    throw new ChangedSinceOpened(error.what, error.newerVersion, `${what}${when}.`);
  }
}

/** Returns a record's name, or else its title; null if it has neither. */
export function nameOf(record: object | null): string | null {
  const { title, name = title } = (record ?? {}) as { title?: string; name?: string };
  return name ?? null;
}

/**
 * Runs a write and returns its toast.
 * @param write returns additions to the toast; throws `Refused` to reject the save
 * @param answerRefused replaces the default toast of a rejected save
 */
export async function save(
  write: () => Promise<ToastAddition> | Promise<void>,
  words: SaveWords,
  answerRefused?: (refused: Refused) => Pick<SaveReply, "toast" | "result" | "isOutdated">,
) {
  try {
    const result = await write();
    const added: Addition = typeof result === "string" ? { text: result } : (result ?? {});
    const { version, record, undo, ...toast } = added;
    return data<SaveReply>({
      isSaved: true,
      toast: { tone: "good", title: words.done, ...toast },
      version,
      record,
      undo,
    });
  } catch (error) {
    if (error instanceof Refused) {
      const answer = answerRefused?.(error) ?? {
        toast: { tone: "bad", title: words.failed, text: error.message },
      };
      const status = error.newerVersion === undefined ? 400 : 409;
      const { newerVersion, newerDraft } = error;
      return data<SaveReply>({ isSaved: false, newerVersion, newerDraft, ...answer }, { status });
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

/** Adds Undo to a toast if the request wrote to the history. */
export async function withUndo(
  context: Args["context"],
  addition?: ToastAddition,
): Promise<Addition | undefined> {
  const operation = context.get(operationId);
  const isWritten = await afterSave(() => hasWritten(context.get(ownerDb), operation));
  const added = typeof addition === "string" ? { text: addition } : addition;
  return isWritten ? { ...added, operation } : added;
}

/**
 * Runs a follow-up to a save. Errors are only logged, because the save succeeded.
 * @returns undefined on error
 */
export async function afterSave<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await work();
  } catch (error) {
    log.error({ err: error }, "A save succeeded, but a follow-up step failed");
    return undefined;
  }
}

/**
 * Returns a tab's data or, on an error, the spec's toast (SPEC 8).
 * @param failed such as "Failed to fetch case studies"
 */
export async function loadOrToast<Value>(
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
