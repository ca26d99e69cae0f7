// Autosaves a form while the owner types and when the page closes: to the draft on screen if the form is
// complete, otherwise as an autosave.
import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import type { AutosaveChoice } from "./autosave-offer.tsx";
import { postedFields } from "./posted-fields.ts";
import { type useSaveForm, VERSIONS } from "./save-form.ts";
import { useUnsavedGuard } from "./unsaved-guard.ts";
import { AS_DRAFT } from "./waiting-changes.tsx";

/** Pause in typing before an autosave. */
const PAUSE_MS = 2_000;
/** The longest time between autosaves while typing, and the delay before a retry. */
const LONGEST_MS = 15_000;
const ANSWER_MS = 10_000;
/** Browsers limit requests from a closing page to 64 kB. */
const KEEPALIVE_BYTES = 60_000;

/** All events after which a form may have changed. The rich-text editor often changes without an `input` event. */
export const ACTS = ["input", "change", "click", "keyup", "paste", "drop"];
/** The page may close right after these events. */
const ENDS = ["beforeunload", "pagehide"];

const WHY_NOT: Record<number, string> = {
  0: "Not autosaved: you're offline",
  401: "Not autosaved: you're logged out. Click Save to log in again.",
  413: "Not autosaved: this is too large.",
};

/** `kept` is the last autosave's time, `isDraft` whether it's in the draft, `trouble` the error message. */
export type AutosaveState = { kept?: string; isDraft?: boolean; trouble?: string };

/** @returns the status (0 without a response), the time, and the draft's version if a draft was saved */
export async function postAutosave(
  to: string,
  fields: Record<string, string>,
): Promise<{ status: number; kept?: string; draft?: number }> {
  const body = new URLSearchParams(fields);
  const keepalive = body.toString().length <= KEEPALIVE_BYTES;
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const response = await fetch(to, { method: "POST", body, keepalive, signal });
    return { ...(response.ok && (await response.json())), status: response.status };
  } catch {
    return { status: 0 };
  }
}

type Form = Pick<
  ReturnType<typeof useSaveForm>,
  "fetcher" | "element" | "isComplete" | "readChanges" | "hasChanges" | "markSaved"
>;

/**
 * Autosaves unsaved changes. Deletes the autosave once they're saved or discarded.
 * @param onDraft receives the draft's new version
 */
export function useAutosave(
  choice: AutosaveChoice,
  form: Form,
  onDraft: (version: number) => void,
): AutosaveState {
  const [state, setState] = useState<AutosaveState>({});
  const { revalidate } = useRevalidator();
  const latest = useRef({ choice, form, onDraft });
  latest.current = { choice, form, onDraft };
  const [autosave] = useState(() => makeAutosave(() => latest.current, setState, revalidate));

  useEffect(() => autosave.start(), [autosave]);
  const reply = form.fetcher.data;
  useEffect(() => {
    if (reply?.isSaved) autosave.saved();
  }, [autosave, reply]);
  useUnsavedGuard(form.hasChanges, autosave.givenUp);
  return state;
}

/** Reads the form only when sending, so typing stays fast. */
function makeAutosave(
  now: () => { choice: AutosaveChoice; form: Form; onDraft: (version: number) => void },
  show: (state: AutosaveState) => void,
  revalidate: () => void,
) {
  /** the content stored or being stored on the server; null for none */
  let stored: string | null = null;
  let inFlight = 0;
  /** Counts saves and discards. An autosave that was being sent during one of them is deleted. */
  let era = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** the latest time for the next autosave; 0 if there's no new input */
  let due = 0;

  const remove = () => {
    const { to, id, restored } = now().choice;
    return postAutosave(to, { intent: "forget", autosave: id, ...(restored && { restored }) });
  };
  /** Deletes the autosave, then reloads the list, unless the deletion failed: loading would then fail too. */
  const removeAndReload = async () => {
    const { status } = await remove();
    if (status === 200) revalidate();
  };

  function wait(ms: number) {
    clearTimeout(timer);
    timer = setTimeout(store, ms);
  }

  function noteInput() {
    due ||= Date.now() + LONGEST_MS;
    wait(Math.min(PAUSE_MS, due - Date.now()));
  }

  function store(isEnd?: true) {
    clearTimeout(timer);
    due = 0;
    const { form } = now();
    if (!form.element.current) return;
    if (!isEnd && (inFlight || form.fetcher.state !== "idle")) return noteInput();
    const content = form.readChanges();
    if (content === stored) return;
    if (content !== null) return void send(content);
    // The owner undid all changes by hand.
    stored = null;
    show({});
    void remove();
  }

  async function send(content: string) {
    const { choice, form, onDraft } = now();
    const before = stored;
    const mine = era;
    const fields = postedFields(JSON.parse(content));
    for (const name of VERSIONS) {
      const version = form.element.current?.elements.namedItem(name);
      if (version instanceof HTMLInputElement) fields[name] = version.value;
    }
    if (choice.record) fields.id = choice.record;
    const intent = AS_DRAFT in fields && form.isComplete() ? "draft" : "autosave";
    stored = content;
    inFlight++;
    const { status, kept, draft } = await postAutosave(choice.to, { ...fields, intent, kind: choice.kind });
    inFlight--;
    if (mine !== era) return void removeAndReload();
    if (draft) {
      stored = null;
      form.markSaved(content);
      onDraft(draft);
    }
    if (kept) return show({ kept, isDraft: Boolean(draft) });
    if (stored === content) stored = before;
    show({ trouble: WHY_NOT[status] ?? "Not autosaved: the site didn't respond" });
    if (status !== 413 && !due) wait(LONGEST_MS);
  }

  return {
    start() {
      const ended = new AbortController();
      const { signal } = ended;
      for (const act of ACTS)
        document.addEventListener(act, noteInput, { capture: true, passive: true, signal });
      for (const end of ENDS) window.addEventListener(end, () => store(true), { signal });
      document.addEventListener("visibilitychange", () => document.hidden && store(true), { signal });
      window.addEventListener("online", () => store(), { signal });
      return () => {
        ended.abort();
        clearTimeout(timer);
      };
    },
    /** The server deletes the autosave when it saves the form. This deletes one stored in the meantime. */
    saved() {
      const isStored = stored !== null;
      era++;
      stored = null;
      show({});
      if (isStored && !inFlight) void remove();
    },
    givenUp() {
      const { choice, form } = now();
      const isStored = stored !== null || choice.taken !== null;
      era++;
      stored = form.readChanges();
      if (isStored && !inFlight) void removeAndReload();
    },
  };
}
