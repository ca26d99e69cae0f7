// A dialog form: validates before sending, shows the result, and closes after a save.
import { getFormProps, type Submission, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useCallback, useLayoutEffect, useRef, useState } from "react";
import { useFetcher, useNavigation } from "react-router";
import type { z } from "zod";
import type { FieldState } from "./field.tsx";
import { findField } from "./find-field.ts";
import type { SaveReply } from "./save-reply.ts";
import { forgetInput, storeInput } from "./stored-input.ts";
import { showToast, useToast } from "./toaster.tsx";
import { useUnsavedGuard } from "./unsaved-guard.ts";
import { submitBy, submitDraft, thenOf } from "./waiting-changes.tsx";

export type SaveFormOptions = {
  /** the server's validation schema */
  schema: z.ZodType;
  values: Record<string, unknown>;
  required?: readonly string[];
  /** toast for an empty `required` field */
  missing?: string;
  /** toast for any other validation error; may include the first reason */
  failed: string | ((reason?: string) => string);
  /** called after a save, once the page behind is up to date */
  onSaved: (posted: FormData, reply: SaveReply) => void;
  /** whether `values` contain unsaved input, so leaving needs confirmation right away */
  isUnsaved?: boolean;
  /** for forms without autosave: the key under which this browser stores unsaved input */
  stored?: string;
  labels?: Record<string, string>;
};

export function useSaveForm(options: SaveFormOptions) {
  const { schema, values, required = [], missing, failed, onSaved, isUnsaved, stored, labels = {} } = options;
  const fetcher = useFetcher<SaveReply>();
  const reply = fetcher.data;
  // During a navigation, the dialog closes along with its page and must not navigate elsewhere.
  const isLeaving = useNavigation().state !== "idle";
  /** The record's version after a save that left the form open. */
  const [savedVersion, setSavedVersion] = useState<string>();
  const sent = useRef(new FormData());
  const pressed = useRef<HTMLElement>(null);
  const then = thenOf(sent.current);
  // If scheduling or sharing follows, a saved draft needs no toast.
  const isStep = reply?.isSaved && (then === "schedule" || then === "share");
  useToast(reply?.again || isStep ? null : reply?.toast);

  const [form, fields] = useForm<Record<string, string>, unknown>({
    lastResult: fetcher.state === "idle" ? reply?.result : undefined,
    defaultValue: values as Record<string, string>,
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
    onValidate({ formData }) {
      const submission = parseWithZod(formData, { schema });
      // Only a submit sets this status. Validation while typing doesn't.
      if (submission.status === "error") {
        const isMissing = required.some((name) => !String(submission.payload[name] ?? "").trim());
        const reason =
          Object.values(submission.error ?? {})
            .flat()
            .find(Boolean) ?? undefined;
        const refused = typeof failed === "string" ? failed : failed(reason);
        // If the title includes the reason, the text doesn't repeat it.
        const text = isMissing || typeof failed !== "string" ? undefined : reason;
        showToast({ tone: "bad", title: (isMissing && missing) || refused, text });
        setTimeout(() => focusShown(element.current));
      }
      return submission as Submission<Record<string, string>, string[], unknown>;
    },
  });

  const element = useRef<HTMLFormElement>(null);
  const saved = useRef(onSaved);
  saved.current = onSaved;
  const initial = useRef("");
  const content = useRef("");
  const answered = useRef<SaveReply>(undefined);
  // A layout effect, so that this save is recorded before the button is enabled for the next one.
  useLayoutEffect(() => {
    if (fetcher.state === "submitting") return;
    // Mark as saved when the toast appears, even if the page behind is still reloading.
    if (reply?.isSaved) initial.current = content.current;
    // The next step can't wait for the reload, which may replace this form.
    if (fetcher.state !== "idle" && !thenOf(sent.current)) return;
    if (isLeaving || answered.current === reply) return;
    answered.current = reply;
    if (reply?.isSaved) {
      if (stored) forgetInput(stored);
      saved.current(sent.current, reply);
    }
    if (reply?.again) submitBy(element.current, pressed.current);
    // Wait until the errors are rendered.
    if (reply?.result) setTimeout(() => focusShown(element.current));
  }, [fetcher.state, reply, isLeaving, stored]);

  const remember = useCallback(
    (node: HTMLFormElement | null) => {
      element.current = node;
      if (!node) return;
      initial.current = isUnsaved ? "" : contentOf(new FormData(node));
      if (stored) storeInput(stored, node);
      node.addEventListener("keydown", (event) => {
        const isSave = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
        const isCtrlS = isSave && event.key.toLowerCase() === "s";
        const button = node.querySelector<HTMLButtonElement>("button[type=submit]:not([name])");
        const isDraft = button?.dataset.takesClick !== undefined;
        const isEnter = event.key === "Enter" && !event.isComposing && !event.defaultPrevented;
        if (!isCtrlS && !(isDraft && isEnter && isLine(event.target))) return;
        event.preventDefault();
        // The button is disabled during a save.
        if (button?.disabled) return;
        if (isDraft) submitDraft(node);
        else node.requestSubmit();
      });
      // The fetcher's submitting state won't do: after a fast response, React never renders it.
      node.addEventListener("submit", ({ submitter }) => {
        // Validation while typing isn't a save.
        if (submitter?.getAttribute("name") === CHECK) return;
        pressed.current = submitter;
        sent.current = new FormData(node, submitter);
        content.current = contentOf(new FormData(node));
      });
    },
    [isUnsaved, stored],
  );
  /** Returns the input as JSON; null if nothing has changed since the form opened or was saved. */
  const readChanges = () => {
    const held = element.current && new FormData(element.current);
    const now = held && contentOf(held);
    return now === initial.current ? null : now;
  };
  const hasChanges = () => readChanges() !== null;
  useUnsavedGuard(
    () => stored !== undefined && hasChanges(),
    () => stored && forgetInput(stored),
  );
  /** Marks content from `readChanges` as saved. */
  const markSaved = (saved: string) => {
    initial.current = saved;
  };
  /** Takes over values that the server has changed while the form is open, so they don't count as unsaved. */
  const takeOver = (values: Record<string, string>) => {
    if (!initial.current) return;
    const before = JSON.parse(initial.current) as [name: string, value: string][];
    initial.current = JSON.stringify(before.map(([name, value]) => [name, values[name] ?? value]));
  };
  const isComplete = () =>
    element.current !== null && parseWithZod(new FormData(element.current), { schema }).status === "success";

  const clear = () => {
    element.current?.reset();
    if (element.current) content.current = contentOf(new FormData(element.current));
    initial.current = content.current;
  };

  const field = (name: string): FieldState => fields[name]!;
  /** Returns a field with its label, for `TextField` and similar components. */
  const labeled = (name: string) => ({ field: field(name), label: labels[name] ?? name });
  return {
    fetcher,
    form,
    formProps: { method: "post", ...getFormProps(form), noValidate: true, ref: remember } as const,
    field,
    labeled,
    element,
    readChanges,
    hasChanges,
    markSaved,
    takeOver,
    isComplete,
    clear,
    savedVersion,
    setSavedVersion,
    newerVersion: reply?.newerVersion,
    newerDraft: reply?.newerDraft,
  };
}

/** After Conform focuses a hidden invalid control, moves focus to the visible one. */
function focusShown(form: HTMLFormElement | null) {
  const { activeElement: focused } = document;
  if (!form?.contains(focused)) return;
  const shown = focused instanceof HTMLTextAreaElement ? findField(form, focused.name) : null;
  shown?.focus();
  // Scroll the error below the field into view too.
  (shown ?? focused)?.closest(".field")?.scrollIntoView({ block: "nearest" });
}

/** Returns whether Enter in this control submits its form. */
const isLine = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && !["checkbox", "radio", "file", "button"].includes(target.type);

/** Conform's submit button for validation while typing. */
export const CHECK = "__intent__";

/** The field that lists emptied fields whose stored values a save removes, by name and separated by spaces. */
export const REMOVE = "remove";

/** Fields that change with every save. */
export const VERSIONS = ["version", "draft_version", "opened", REMOVE];

/** Returns the form's content as JSON, without the fields that change with every save. */
const contentOf = (form: FormData) => JSON.stringify([...form].filter(([name]) => !VERSIONS.includes(name)));
