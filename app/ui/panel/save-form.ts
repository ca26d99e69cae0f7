// A dialog form that saves: validates before sending, shows the result, and closes once it's saved.
import { getFormProps, type Submission, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useCallback, useLayoutEffect, useRef } from "react";
import { useFetcher, useNavigation } from "react-router";
import type { z } from "zod";
import type { FieldState } from "./field.tsx";
import { findField } from "./find-field.ts";
import type { SaveReply } from "./save-reply.ts";
import { showToast, useToast } from "./toaster.tsx";
import { thenOf } from "./waiting-changes.tsx";

export type SaveFormOptions = {
  /** the rules, the same as on the server */
  schema: z.ZodType;
  /** the form's initial values */
  values: Record<string, unknown>;
  required?: readonly string[];
  /** the toast if a `required` field is empty */
  missing?: string;
  /** the toast for any other validation error; may include the first reason */
  failed: string | ((reason?: string) => string);
  /** called after the response with what was posted, once the page behind shows it */
  onSaved: (posted: FormData, reply: SaveReply) => void;
  /** whether `values` differ from what's saved, so leaving asks at once */
  isUnsaved?: boolean;
  /** field labels, for `labeled` */
  labels?: Record<string, string>;
};

export function useSaveForm(options: SaveFormOptions) {
  const { schema, values, required = [], missing, failed, onSaved, isUnsaved, labels = {} } = options;
  const fetcher = useFetcher<SaveReply>();
  const reply = fetcher.data;
  // A link clicked while the page behind is re-read: the form's dialog goes with its page and must not navigate
  // elsewhere.
  const isLeaving = useNavigation().state !== "idle";
  const sent = useRef(new FormData());
  const then = thenOf(sent.current);
  // Before a draft is scheduled or shared, saving it is only a step.
  const isStep = reply?.isSaved && (then === "schedule" || then === "share");
  useToast(reply?.again || isStep ? null : reply?.toast);

  const [form, fields] = useForm<Record<string, string>, unknown>({
    lastResult: fetcher.state === "idle" ? reply?.result : undefined,
    defaultValue: values as Record<string, string>,
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
    onValidate({ formData }) {
      const submission = parseWithZod(formData, { schema });
      // Validation while typing has no status; this is Save.
      if (submission.status === "error") {
        const isMissing = required.some((name) => !String(submission.payload[name] ?? "").trim());
        const reason =
          Object.values(submission.error ?? {})
            .flat()
            .find(Boolean) ?? undefined;
        const refused = typeof failed === "string" ? failed : failed(reason);
        // Texts that include the reason don't need it twice.
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
  // Before the button is enabled again: the next save starts from this one.
  useLayoutEffect(() => {
    if (fetcher.state === "submitting") return;
    // Counts as saved as soon as the toast says so, even while the page behind it is reloading.
    if (reply?.isSaved) initial.current = content.current;
    // What follows a draft can't wait for the page behind: that may replace this form with another version's.
    if (fetcher.state !== "idle" && !thenOf(sent.current)) return;
    if (isLeaving || answered.current === reply) return;
    answered.current = reply;
    if (reply?.isSaved) saved.current(sent.current, reply);
    if (reply?.again) element.current?.requestSubmit();
    // Once the errors are shown.
    if (reply?.result) setTimeout(() => focusShown(element.current));
  }, [fetcher.state, reply, isLeaving]);

  const remember = useCallback(
    (node: HTMLFormElement | null) => {
      element.current = node;
      if (!node) return;
      initial.current = isUnsaved ? "" : contentOf(new FormData(node));
      node.addEventListener("keydown", (event) => {
        const isSave = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
        if (!isSave || event.key.toLowerCase() !== "s") return;
        event.preventDefault();
        // Like the button, which is disabled while a save is running.
        const button = node.querySelector<HTMLButtonElement>("button[type=submit]:not([name])");
        if (!button?.disabled) node.requestSubmit();
      });
      // Not from the fetcher's submitting state: with a fast response, React never renders it.
      node.addEventListener("submit", ({ submitter }) => {
        // Validation while typing isn't a save.
        if (submitter?.getAttribute("name") === CHECK) return;
        sent.current = new FormData(node, submitter);
        content.current = contentOf(new FormData(node));
      });
    },
    [isUnsaved],
  );
  /**
   * Returns the form's content as JSON of its entries, without versions; null if nothing was typed since it opened
   * or was last saved.
   */
  const readChanges = () => {
    const held = element.current && new FormData(element.current);
    const now = held && contentOf(held);
    return now === initial.current ? null : now;
  };
  const hasChanges = () => readChanges() !== null;
  /** Treats content from `readChanges` as saved. */
  const markSaved = (saved: string) => {
    initial.current = saved;
  };
  /** Returns whether the form passes its rules. */
  const isComplete = () =>
    element.current !== null && parseWithZod(new FormData(element.current), { schema }).status === "success";

  /** Empties the form. */
  const clear = () => element.current?.reset();

  const field = (name: string): FieldState => fields[name]!;
  /** Returns a field with its label, for `TextField` and the like. */
  const labeled = (name: string) => ({ field: field(name), label: labels[name] ?? name });
  return {
    fetcher,
    form,
    /** its element's props */
    formProps: { method: "post", ...getFormProps(form), noValidate: true, ref: remember } as const,
    field,
    labeled,
    element,
    readChanges,
    hasChanges,
    markSaved,
    isComplete,
    clear,
    newerVersion: reply?.newerVersion,
  };
}

/** The first invalid control was focused; for a hidden one, focus what shows its value. */
function focusShown(form: HTMLFormElement | null) {
  const { activeElement: focused } = document;
  if (!form?.contains(focused)) return;
  const shown = focused instanceof HTMLTextAreaElement ? findField(form, focused.name) : null;
  shown?.focus();
  // With its message, which is below it.
  (shown ?? focused)?.closest(".field")?.scrollIntoView({ block: "nearest" });
}

/** The name of the button with which Conform validates while typing. */
const CHECK = "__intent__";

/** Fields that change with every save. */
export const VERSIONS = ["version", "draft_version", "opened"];

/** Returns what a person entered, without what a save changes in a form that stays open. */
const contentOf = (form: FormData) => JSON.stringify([...form].filter(([name]) => !VERSIONS.includes(name)));
