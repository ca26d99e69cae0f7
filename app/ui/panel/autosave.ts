// Autosaves a form on the server while the owner types and when the page closes. A form that shows the draft is saved to
// that draft as long as it's complete; everything else is stored apart and offered when the form opens again.
import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import type { AutosaveChoice } from "./autosave-offer.tsx";
import { postedFields } from "./posted-fields.ts";
import { type useSaveForm, VERSIONS } from "./save-form.ts";
import { useUnsavedGuard } from "./unsaved-guard.ts";
import { AS_DRAFT } from "./waiting-changes.tsx";

/** Autosaves after this long without input. */
const PAUSE_MS = 2_000;
/** The longest time between autosaves while typing, and the delay before a retry. */
const LONGEST_MS = 15_000;
const ANSWER_MS = 10_000;
/** Browsers send at most 64 kB for a closing page. */
const KEEPALIVE_BYTES = 60_000;

/** Everything that may change a form; the rich-text editor changes much without an `input` event. */
const ACTS = ["input", "change", "click", "keyup", "paste", "drop"];
/** After these events the page may be gone. */
const ENDS = ["beforeunload", "pagehide"];

const WHY_NOT: Record<number, string> = {
  0: "Not autosaved: you're offline",
  401: "Not autosaved: you're logged out. Click Save to log in again.",
  413: "Not autosaved: this is too large.",
};

/** What the owner sees: the time of the last autosave, whether it went into the draft, or why there's none. */
export type AutosaveState = { kept?: string; isDraft?: boolean; trouble?: string };

/**
 * Posts to the autosave endpoint.
 * @returns the response's status, 0 without a response, the autosave's time, and the version of the draft it went into
 */
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
 * Autosaves the form's unsaved changes, and deletes the autosave once they're saved or discarded.
 * @param onDraft called with the draft's new version when they were saved to the draft that the form shows
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

/**
 * Creates the autosave of one form, which is waiting for input, waiting for a pause, or sending. The form is read
 * only when it's sent, so typing never waits for it.
 */
function makeAutosave(
  now: () => { choice: AutosaveChoice; form: Form; onDraft: (version: number) => void },
  show: (state: AutosaveState) => void,
  revalidate: () => void,
) {
  /** what the server has of this form, or is receiving; null for nothing */
  let stored: string | null = null;
  let inFlight = 0;
  /** Counts saves and discards; a response to anything sent earlier is deleted again. */
  let era = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** when steady typing is interrupted; 0 if nothing was typed */
  let due = 0;

  const remove = () => postAutosave(now().choice.to, { intent: "forget", draft: now().choice.id });
  /** For the list that shows autosaves. Not after a failed request, since reading would fail as well. */
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
    // Everything was reverted by hand.
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
    const intent = AS_DRAFT in fields && form.isComplete() ? "draft" : "keep";
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
    /** A save deletes the autosaves that have arrived; this deletes one that arrives later. */
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
