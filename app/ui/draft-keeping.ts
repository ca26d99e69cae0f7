// Keeps what stands unsaved in a form, on the server, while it is typed and when the page goes.
import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import type { Draft } from "./draft.tsx";
import { useLeaveQuestion } from "./leaving.ts";
import type { useSaveForm } from "./save-form.ts";

/** Kept once nothing was done for so long, */
const PAUSE_MS = 2_000;
/** in steady typing as often as this; and so soon it is tried again. */
const LONGEST_MS = 15_000;
const ANSWER_MS = 10_000;
/** Of a page that is gone, a browser sends 64 kB at most. */
const KEEPALIVE_BYTES = 60_000;

/** Whatever may change a form: its editors do much without an `input`. */
const ACTS = ["input", "change", "click", "keyup", "paste", "drop"];
/** After these the page may be gone. */
const ENDS = ["beforeunload", "pagehide"];

const WHY_NOT: Record<number, string> = {
  0: "Not kept yet: no connection",
  401: "Not kept yet: you are logged out. Save logs you in again.",
  413: "Not kept: this is more than can be kept at once.",
};

/** What the person is told: when the form was kept, or why it is not. */
export type KeepingState = { kept?: string; trouble?: string };

/**
 * Posts to the address of drafts.
 * @returns the answer's status, 0 where none came, and of what was kept the time
 */
export async function postDraft(
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

/** Keeps the form's unsaved changes, and forgets them once they are saved or given up. */
export function useDraftKeeping(draft: Draft, form: Form): KeepingState {
  const [state, setState] = useState<KeepingState>({});
  const { revalidate } = useRevalidator();
  const latest = useRef({ draft, form });
  latest.current = { draft, form };
  const [keeper] = useState(() => makeKeeper(() => latest.current, setState, revalidate));

  useEffect(() => keeper.start(), [keeper]);
  const reply = form.fetcher.data;
  useEffect(() => {
    if (reply?.isSaved) keeper.saved();
  }, [keeper, reply]);
  useLeaveQuestion(form.hasChanges, keeper.giveUp);
  return state;
}

/** Reads the form only when its time has come, so that no key waits for it. */
function makeKeeper(
  now: () => { draft: Draft; form: Form },
  say: (state: KeepingState) => void,
  revalidate: () => void,
) {
  /** what this form has sent last, whether it has arrived or not; null: nothing */
  let sent: string | null = null;
  let awaited = 0;
  /** counts up when what was sent is needed no more */
  let generation = 0;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let longest: ReturnType<typeof setTimeout> | undefined;

  const forget = () => postDraft(now().draft.to, { intent: "forget", draft: now().draft.id });
  /** For the list, which tells of drafts; where nobody answers, reading again would cost the form that is open by then. */
  const forgetAndTell = async () => {
    const { status } = await forget();
    if (status === 200) revalidate();
  };

  function note() {
    clearTimeout(pause);
    pause = setTimeout(keep, PAUSE_MS);
    longest ??= setTimeout(keep, LONGEST_MS);
  }

  function rest() {
    clearTimeout(pause);
    clearTimeout(longest);
    longest = undefined;
  }

  function keep(isEnd?: true) {
    rest();
    const { form } = now();
    if (!form.element.current) return;
    if (!isEnd && (awaited || form.fetcher.state !== "idle")) return note();
    const content = form.readChanges();
    if (content === sent) return;
    if (content !== null) return void send(content);
    // Everything was taken back.
    sent = null;
    say({});
    void forget();
  }

  async function send(content: string) {
    const { draft, form } = now();
    const before = sent;
    const mine = generation;
    const version = form.element.current?.elements.namedItem("version");
    const fields: Record<string, string> = Object.fromEntries(JSON.parse(content));
    if (version instanceof HTMLInputElement) fields.version = version.value;
    sent = content;
    awaited++;
    const { status, kept } = await postDraft(draft.to, { ...fields, intent: "keep", kind: draft.kind });
    awaited--;
    if (mine !== generation) return void forgetAndTell();
    if (kept) return say({ kept });
    if (sent === content) sent = before;
    say({ trouble: WHY_NOT[status] ?? "Not kept yet: the site could not answer" });
    if (status !== 413) longest ??= setTimeout(keep, LONGEST_MS);
  }

  return {
    note,
    start() {
      const ended = new AbortController();
      const { signal } = ended;
      for (const act of ACTS) document.addEventListener(act, note, { capture: true, passive: true, signal });
      for (const end of ENDS) window.addEventListener(end, () => keep(true), { signal });
      document.addEventListener("visibilitychange", () => document.hidden && keep(true), { signal });
      window.addEventListener("online", () => keep(), { signal });
      return () => {
        ended.abort();
        rest();
      };
    },
    /**
     * The save itself has forgotten what was kept by then. What came after it, though it was sent before, is forgotten
     * here; what is still on its way when it has arrived.
     */
    saved() {
      const isKept = sent !== null;
      generation++;
      sent = null;
      say({});
      if (isKept && !awaited) void forget();
    },
    giveUp() {
      const { draft, form } = now();
      const isKept = sent !== null || draft.taken !== null;
      generation++;
      sent = form.readChanges();
      if (isKept && !awaited) void forgetAndTell();
    },
  };
}
