// Sends edits to the server one at a time. Keeps each edit in the browser until it's saved.
import { useEffect, useRef, useState } from "react";
import { href, useRevalidator } from "react-router";
import { pageEditor as words } from "../../copy/panel/page-editor.ts";
import type { ItemChange } from "../../features/page-editing/json-path.ts";
import type { EditReply, PageText, WaitingDraft } from "../../features/page-editing/page-text.ts";
import { parseJson } from "../../platform/text/parse-json.ts";
import { fetchJsonLoggedIn } from "../../ui/panel/fetch-json.ts";
import { storeInBrowser } from "../../ui/panel/stored-input.ts";
import { showToast } from "../../ui/panel/toaster.tsx";

/** `now` is another editor's newer text, `problem` the error message. */
export type Unsaved = {
  text: PageText;
  value: string;
  isLive: boolean;
  now?: string;
  problem?: string;
};

const SAVE_AT = href("/admin-control-panel-seoprozone/edit-page/save");
const STORED = "page-edit ";

/** Returns a key that identifies a text across renders of its page. */
export const keyOfText = ({ kind, id, field, path }: PageText) => JSON.stringify([kind, id, field, path]);

/**
 * @param onList called when a list changed or is out of date on the page
 * @returns the number of edits in drafts, the names of the drafts, unsaved edits, a status message, and functions that handle edits
 */
export function usePageEdits(
  start: readonly WaitingDraft[],
  onSaved: (edit: Unsaved) => void,
  onList: () => void,
) {
  const [waiting, setWaiting] = useState(start);
  const [unsaved, setUnsaved] = useState<Unsaved[]>([]);
  const [said, setSaid] = useState("");
  const [isTyping, setTyping] = useState(false);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const [windowId] = useState(() => crypto.randomUUID());
  const on = useRef({ onSaved, onList });
  on.current = { onSaved, onList };
  const { revalidate } = useRevalidator();
  const counted = useRef(start.length);
  useEffect(() => {
    // A draft was published or discarded.
    if (start.length < counted.current) setSaid("");
    counted.current = start.length;
    setWaiting(start);
  }, [start]);
  /** Also updates the number of changes in the panel's menu. */
  const count = (next: { waiting: WaitingDraft[] }) => {
    counted.current = next.waiting.length;
    setWaiting(next.waiting);
    void revalidate();
  };
  // Restore edits from closed tabs, and edits that got no reply.
  useEffect(() => {
    const closed = new AbortController();
    takeStored().then((found) => {
      for (const edit of found) storeInBrowser(`${STORED}${windowId} ${keyOfText(edit.text)}`, edit);
      setUnsaved(found);
    });
    const untilClosed = () =>
      new Promise<void>((done) => closed.signal.addEventListener("abort", () => done()));
    navigator.locks?.request(STORED + windowId, untilClosed);
    return () => closed.abort();
  }, [windowId]);
  /** Each text's last save. Edits that began before its reply are moved from the old base to the new one. */
  const last = useRef(new Map<string, { from: string; to: string }>());

  const nameOf = (text: PageText) => `${STORED}${windowId} ${keyOfText(text)}`;
  /** The stored value of each text. */
  const typed = useRef(new Map<string, string>());
  const store = (text: PageText, edit: Unsaved | null) => {
    storeInBrowser(nameOf(text), edit);
    if (edit) typed.current.set(keyOfText(text), edit.value);
    else typed.current.delete(keyOfText(text));
  };
  const remember = (edit: Unsaved) => store(edit.text, edit);
  const type = (edit: Unsaved) => {
    remember(edit);
    setTyping(true);
  };
  /** Forgets what was typed, but not an earlier edit that couldn't be saved. */
  const forget = (text: PageText) => {
    store(text, unsaved.find((one) => keyOfText(one.text) === keyOfText(text)) ?? null);
    setTyping(false);
  };

  const without = (edits: Unsaved[], { text }: Unsaved) =>
    edits.filter((one) => keyOfText(one.text) !== keyOfText(text));
  const fail = (edit: Unsaved) => {
    remember(edit);
    setUnsaved((edits) => [...without(edits, edit), edit]);
  };

  async function post({ text, value, isLive, item }: Unsaved & { item?: ItemChange }) {
    setSaid(words.saving);
    const before = last.current.get(keyOfText(text));
    if (before?.from === text.base) text.base = before.to;
    const { kind, id, field, path, base } = text;
    const edit = { kind, id, field, path: JSON.stringify(path), base, value };
    const form = { ...edit, ...(isLive && { live: "on" }), ...(item && { item }) };
    const reply = await fetchJsonLoggedIn<EditReply>(SAVE_AT, { form });
    setSaid("");
    return reply;
  }

  async function send({ now: _, problem: __, ...edit }: Unsaved) {
    const { text, value, isLive } = edit;
    const { answer, problem } = await post(edit);
    if (!answer) return fail({ ...edit, problem: words.problems[problem] });
    if (answer.state === "refused") return fail({ ...edit, problem: answer.reason });
    if (answer.state === "conflict") return fail({ ...edit, now: answer.now });
    // What was typed since then isn't saved yet.
    if (typed.current.get(keyOfText(text)) === value) store(text, null);
    setUnsaved((edits) => without(edits, edit));
    count(answer);
    const { operation, elsewhere } = answer;
    const done = words.saved[operation ? "live" : isLive && answer.pending ? "addedToDraft" : "draft"];
    setSaid(answer.state === "same" ? words.saved.same : done);
    setTyping(false);
    last.current.set(keyOfText(text), { from: text.base, to: value });
    on.current.onSaved(edit);
    if (operation || elsewhere)
      showToast({
        tone: "good",
        title: done,
        text: elsewhere?.text,
        links: elsewhere?.link ? [elsewhere.link] : [],
        operation,
      });
  }

  function save(edit: Unsaved) {
    remember(edit);
    setTyping(false);
    queue.current = queue.current.then(() => send(edit)).catch(() => fail(edit));
  }
  async function sendItem(text: PageText, item: ItemChange, isLive: boolean) {
    const { answer, problem } = await post({ text, value: words.items.blank, isLive, item });
    const fault = answer?.state === "refused" ? answer.reason : problem && words.problems[problem];
    if (fault) return showToast({ tone: "bad", title: fault });
    if (answer?.state === "saved") {
      count(answer);
      const { operation, list } = answer;
      const whole = { ...text, path: [], base: list?.after ?? "" };
      const undo = () => save({ text: whole, value: list?.before ?? "", isLive: false });
      showToast({ tone: "good", title: words.items.done[item], operation }, operation ? undefined : undo);
    } else showToast({ tone: "bad", title: words.items.conflict });
    last.current.clear();
    on.current.onList();
  }
  /** Changes a list after earlier edits have been sent. */
  function changeItem(text: PageText, item: ItemChange, isLive: boolean) {
    queue.current = queue.current.then(() => sendItem({ ...text }, item, isLive)).catch(() => {});
  }
  function discard(edit: Unsaved) {
    store(edit.text, null);
    setUnsaved((edits) => without(edits, edit));
  }
  /** Calls `next` after the edits so far have been sent. */
  const afterSaves = (next: () => void) => void queue.current.then(next);
  return { waiting, unsaved, said, isTyping, save, changeItem, discard, type, forget, afterSaves };
}

/** Takes over the edits of closed windows. */
async function takeStored(): Promise<Unsaved[]> {
  try {
    // Without HTTPS there are no locks, so this takes over open windows' edits too. No edit is lost.
    const locks = await navigator.locks?.query();
    const open = (locks?.held ?? []).map(({ name }) => `${name} `);
    const names = Object.keys(localStorage).filter(
      (name) => name.startsWith(STORED) && !open.some((one) => name.startsWith(one)),
    );
    const found = names.map((name) => parseJson(localStorage.getItem(name) ?? "") as Unsaved | undefined);
    for (const name of names) localStorage.removeItem(name);
    return found.filter((one) => one?.text !== undefined && typeof one.value === "string") as Unsaved[];
  } catch {
    return [];
  }
}
