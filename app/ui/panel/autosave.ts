// Autosaves a form: its unsaved changes are stored on the server while the person types and when the page goes.
import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import type { AutosaveChoice } from "./autosave-offer.tsx";
import type { useSaveForm } from "./save-form.ts";
import { useUnsavedGuard } from "./unsaved-guard.ts";

/** Autosave after so long without input. */
const PAUSE_MS = 2_000;
/** In steady typing autosave at least this often; also the time until a failed one is tried again. */
const LONGEST_MS = 15_000;
const ANSWER_MS = 10_000;
/** Of a page that is gone, a browser sends 64 kB at most. */
const KEEPALIVE_BYTES = 60_000;

/** All that may change a form: its rich-text editors change much without an `input`. */
const ACTS = ["input", "change", "click", "keyup", "paste", "drop"];
/** After these the page may be gone. */
const ENDS = ["beforeunload", "pagehide"];

const WHY_NOT: Record<number, string> = {
  0: "Not autosaved: you're offline",
  401: "Not autosaved: you're logged out. Click Save to log in again.",
  413: "Not autosaved: this is too large.",
};

/** What the person sees: when the form was autosaved last, or why it was not. */
export type AutosaveState = { kept?: string; trouble?: string };

/**
 * Posts to the address of autosaves.
 * @returns the answer's status, 0 without an answer, and the time of an autosave
 */
export async function postAutosave(
  to: string,
  fields: Record<string, string>,
): Promise<{ status: number; kept?: string }> {
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

type Form = Pick<ReturnType<typeof useSaveForm>, "fetcher" | "element" | "readChanges" | "hasChanges">;

/** Autosaves the form's unsaved changes, and deletes the autosave once they are saved or given up. */
export function useAutosave(choice: AutosaveChoice, form: Form): AutosaveState {
  const [state, setState] = useState<AutosaveState>({});
  const { revalidate } = useRevalidator();
  const latest = useRef({ choice, form });
  latest.current = { choice, form };
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
 * The autosave of one form: it waits for input, waits for the pause after it, or has sent what it read. The form is
 * read only when its time has come, so that no key waits for it.
 */
function makeAutosave(
  now: () => { choice: AutosaveChoice; form: Form },
  show: (state: AutosaveState) => void,
  revalidate: () => void,
) {
  /** what the server has of this form, or is being sent; null: nothing */
  let stored: string | null = null;
  let inFlight = 0;
  /** Counts saves and givings up: an answer to what was sent before one is deleted again. */
  let era = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** when steady typing is interrupted; 0: nothing was typed */
  let due = 0;

  const remove = () => postAutosave(now().choice.to, { intent: "forget", draft: now().choice.id });
  /** For the list, which names autosaves. Without an answer it is left alone: reading it would fail as well. */
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
    // Everything was taken back.
    stored = null;
    show({});
    void remove();
  }

  async function send(content: string) {
    const { choice, form } = now();
    const before = stored;
    const mine = era;
    const version = form.element.current?.elements.namedItem("version");
    const fields: Record<string, string> = Object.fromEntries(JSON.parse(content));
    if (version instanceof HTMLInputElement) fields.version = version.value;
    if (choice.record) fields.id = choice.record;
    stored = content;
    inFlight++;
    const { status, kept } = await postAutosave(choice.to, { ...fields, intent: "keep", kind: choice.kind });
    inFlight--;
    if (mine !== era) return void removeAndReload();
    if (kept) return show({ kept });
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
    /** Saving deletes the autosaves that had arrived by then; this deletes one that arrives after it. */
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
