// A form in a dialog that saves: its rules run before it is sent, its answer is said, it closes when it is saved.
import { getFormProps, type Submission, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useCallback, useEffect, useRef } from "react";
import { useFetcher, useNavigation } from "react-router";
import type { z } from "zod";
import type { FieldState } from "./field.tsx";
import { findField } from "./find-field.ts";
import type { SaveReply } from "./save-reply.ts";
import { showToast, useToast } from "./toaster.tsx";

export type SaveFormOptions = {
  /** the rules, the same as on the server */
  schema: z.ZodType;
  /** what the form starts with */
  values: Record<string, unknown>;
  required?: readonly string[];
  /** the toast where a field named in `required` is empty */
  missing?: string;
  /** the toast where anything else is refused; it may name the first reason */
  failed: string | ((reason?: string) => string);
  /** called after the answer with what was posted, when the page behind shows what was saved */
  onSaved: (posted: FormData) => void;
  /** whether `values` are not what is saved: leaving asks at once */
  isUnsaved?: boolean;
  /** what the fields are called, for `labeled` */
  labels?: Record<string, string>;
};

export function useSaveForm(options: SaveFormOptions) {
  const { schema, values, required = [], missing, failed, onSaved, isUnsaved, labels = {} } = options;
  const fetcher = useFetcher<SaveReply>();
  const reply = fetcher.data;
  // A link that was clicked while the page behind is read anew: the form goes with its page, and must not lead elsewhere.
  const isLeaving = useNavigation().state !== "idle";
  useToast(reply?.again ? null : reply?.toast);

  const [form, fields] = useForm<Record<string, string>, unknown>({
    lastResult: fetcher.state === "idle" ? reply?.result : undefined,
    defaultValue: values as Record<string, string>,
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
    onValidate({ formData }) {
      const submission = parseWithZod(formData, { schema });
      // Checks while typing have no status; this is the press on Save.
      if (submission.status === "error") {
        const isMissing = required.some((name) => !String(submission.payload[name] ?? "").trim());
        const reason =
          Object.values(submission.error ?? {})
            .flat()
            .find(Boolean) ?? undefined;
        const refused = typeof failed === "string" ? failed : failed(reason);
        // Words that name the reason themselves need it no second time.
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
  const sent = useRef(new FormData());
  const content = useRef("");
  const answered = useRef<SaveReply>(undefined);
  useEffect(() => {
    if (fetcher.state === "submitting") return;
    // It counts as saved as soon as the toast says so, while the page behind still reads what is there now.
    if (reply?.isSaved) initial.current = content.current;
    if (fetcher.state !== "idle" || isLeaving || answered.current === reply) return;
    answered.current = reply;
    if (reply?.isSaved) saved.current(sent.current);
    if (reply?.again) element.current?.requestSubmit();
    if (reply?.result) focusShown(element.current);
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
        // As the button does it, which is off while a save is on its way.
        const button = node.querySelector<HTMLButtonElement>("button[type=submit]:not([name])");
        if (!button?.disabled) node.requestSubmit();
      });
      // Not where the fetcher says that it submits: an answer that is quick enough is all that React ever shows.
      node.addEventListener("submit", ({ submitter }) => {
        // A check of what is being typed is no save.
        if (submitter?.getAttribute("name") === CHECK) return;
        sent.current = new FormData(node, submitter);
        content.current = contentOf(new FormData(node));
      });
    },
    [isUnsaved],
  );
  /** What the form holds, as JSON of its entries; null where nothing was typed since it opened or was saved last. */
  const readChanges = () => {
    const held = element.current && new FormData(element.current);
    return held && contentOf(held) !== initial.current ? entriesOf(held, ["version"]) : null;
  };
  const hasChanges = () => readChanges() !== null;

  /** Empties the form again. */
  const clear = () => element.current?.reset();

  const field = (name: string): FieldState => fields[name]!;
  /** A field with its label, for `TextField` and the like. */
  const labeled = (name: string) => ({ field: field(name), label: labels[name] ?? name });
  return {
    fetcher,
    form,
    /** what its element is given */
    formProps: { method: "post", ...getFormProps(form), noValidate: true, ref: remember } as const,
    field,
    labeled,
    element,
    readChanges,
    hasChanges,
    clear,
    newerVersion: reply?.newerVersion,
  };
}

/** The first control with an error was focused; where it is hidden, what shows its value is meant. */
function focusShown(form: HTMLFormElement | null) {
  const { activeElement: focused } = document;
  if (!form?.contains(focused)) return;
  const shown = focused instanceof HTMLTextAreaElement ? findField(form, focused.name) : null;
  shown?.focus();
  // Its message too, which stands below it.
  (shown ?? focused)?.closest(".field")?.scrollIntoView({ block: "nearest" });
}

/** The name of the button by which Conform checks a form while one types: it submits it to itself. */
const CHECK = "__intent__";

const entriesOf = (form: FormData, without: readonly string[]) =>
  JSON.stringify([...form].filter(([name]) => !without.includes(name)));

/** What a person put in: the versions that a save counts up are none of it. */
const contentOf = (form: FormData) => entriesOf(form, ["version", "draft_version"]);
