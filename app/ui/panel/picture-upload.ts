// Uploads of pictures: hashed first, so that one which is there already is not sent; three at a time; sent again by
// itself where the connection breaks.
import { uploadWords as words } from "../../copy/panel/media.ts";
import type { MediaItem } from "../../platform/text/picture.ts";
import { fetchJson } from "./fetch-json.ts";
import { logInAgain } from "./login-again.tsx";

/** CONTRACT, "Limits": 25 MB each. */
const BYTES_MAX = 25 * 1024 * 1024;
const AT_ONCE = 3;
/** Before the second and the third try, in milliseconds. */
const PAUSES_MS = [1_000, 4_000];

/** One file on its way into the library. */
export type PictureUpload = {
  key: number;
  file: File;
  /** the address of the file on this device, for a look at it; null for what the browser cannot show */
  preview: string | null;
  state: "waiting" | "checking" | "sending" | "known" | "done" | "failed";
  /** from 0 to 1 */
  sent: number;
  /** the connection broke, and it is tried again by itself */
  isAgain: boolean;
  /** of `known` the one that is there, of `done` the one that it has become */
  picture: MediaItem | null;
  /** why it failed, in a sentence */
  problem: string | null;
  /** whether trying again can help */
  canRetry: boolean;
};

/** What the server said; status 0 where no answer came. */
export type Sent = { status: number; body: string };

/** How bytes are sent; the browser's own way is `sendFile`. */
export type Send = (
  address: string,
  file: File,
  on: { progress: (sent: number) => void; signal: AbortSignal },
) => Promise<Sent>;

export type PictureUploads = ReturnType<typeof createUploads>;

/** Whether it needs no more of the network. */
export const isOver = ({ state }: PictureUpload) => state === "done" || state === "failed";
/** Whether it is on its way without anything left to decide. */
export const isRunning = ({ state }: PictureUpload) =>
  state === "waiting" || state === "checking" || state === "sending";

/**
 * A list of uploads, for `useSyncExternalStore`.
 * @param library the panel's address of the library
 * @param options.replaces the id of the picture whose file is replaced, instead of adding one
 * @param options.onDone told of each picture that has come in, or was there
 * @param options.send another way to send, for tests
 */
export function createUploads(
  library: string,
  options: {
    replaces?: string;
    onDone?: (picture: MediaItem, upload: PictureUpload) => void;
    send?: Send;
  } = {},
) {
  const { replaces, onDone, send = sendFile } = options;
  let list: readonly PictureUpload[] = [];
  let count = 0;
  const listeners = new Set<() => void>();
  const running = new Map<number, AbortController>();
  /** those that the person wants a second time */
  const seconds = new Set<number>();

  const find = (key: number) => list.find((one) => one.key === key);
  const show = (next: readonly PictureUpload[]) => {
    list = next;
    for (const listener of listeners) listener();
  };
  const change = (key: number, changes: Partial<PictureUpload>) =>
    show(list.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  const fail = (key: number, problem: string, canRetry: boolean) =>
    change(key, { state: "failed", problem, canRetry, isAgain: false });
  const finish = (key: number, picture: MediaItem) => {
    change(key, { state: "done", picture, sent: 1, isAgain: false, problem: null });
    const upload = find(key);
    if (upload) onDone?.(picture, upload);
  };

  const start = () => {
    for (const upload of list) {
      if (running.size >= AT_ONCE) return;
      if (upload.state !== "waiting" || running.has(upload.key)) continue;
      const controller = new AbortController();
      running.set(upload.key, controller);
      run(upload, controller.signal)
        .catch(() => {
          if (!controller.signal.aborted) fail(upload.key, words.problems.failed, true);
        })
        .finally(() => {
          if (running.get(upload.key) === controller) running.delete(upload.key);
          start();
        });
    }
  };

  async function run({ key, file }: PictureUpload, signal: AbortSignal) {
    change(key, { state: "checking", problem: null, sent: 0 });
    if (!seconds.has(key) && !replaces) {
      const known = await findKnown(library, file, signal);
      if (signal.aborted) return;
      if (known === "unreadable") return fail(key, words.problems.unreadable, false);
      if (known) return change(key, { state: "known", picture: known });
    }
    change(key, { state: "sending" });
    const query = new URLSearchParams({ name: file.name });
    if (replaces) query.set("replace", replaces);
    if (seconds.has(key)) query.set("keep", "second");
    const address = `${library}/upload?${query}`;
    let hasLoggedIn = false;
    for (let tries = 0; ; ) {
      const progress = (sent: number) => change(key, { sent, isAgain: false });
      const { status, body } = await send(address, file, { progress, signal });
      if (signal.aborted) return;
      const answer = read(body);
      if (status === 200 && answer.isKnown && answer.picture)
        return change(key, { state: "known", picture: answer.picture });
      if ((status === 200 || status === 201) && answer.picture) return finish(key, answer.picture);
      if (status === 401 && !hasLoggedIn && (await logInAgain())) {
        hasLoggedIn = true;
        change(key, { sent: 0 });
        continue;
      }
      const pause = status === 0 ? PAUSES_MS[tries++] : undefined;
      if (pause === undefined) return fail(key, ...wordsFor(status, answer.error));
      change(key, { sent: 0, isAgain: true });
      await waited(pause, signal);
      if (signal.aborted) return;
    }
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    list: () => list,
    /** Takes files in; one that can never be taken says so at once. @returns their keys */
    add(files: Iterable<File>): number[] {
      const added = [...files].map((file): PictureUpload => {
        const problem = problemOf(file);
        return {
          key: ++count,
          file,
          preview: problem ? null : URL.createObjectURL(file),
          state: problem ? "failed" : "waiting",
          sent: 0,
          isAgain: false,
          picture: null,
          problem,
          canRetry: false,
        };
      });
      show([...list, ...added]);
      start();
      return added.map(({ key }) => key);
    },
    retry(key: number) {
      change(key, { state: "waiting", problem: null, sent: 0 });
      start();
    },
    /** Takes the picture that is there already instead of sending the file. */
    takeKnown(key: number) {
      const upload = find(key);
      if (upload?.state === "known" && upload.picture) finish(key, upload.picture);
    },
    keepSecond(key: number) {
      seconds.add(key);
      change(key, { state: "waiting", picture: null });
      start();
    },
    /** Shows what has become of a picture since. */
    setPicture(key: number, picture: MediaItem) {
      change(key, { picture });
    },
    /** Takes an upload off the list; one on its way is broken off. */
    remove(key: number) {
      const upload = find(key);
      running.get(key)?.abort();
      running.delete(key);
      show(list.filter((one) => one.key !== key));
      if (upload?.preview) URL.revokeObjectURL(upload.preview);
      start();
    },
    /** Takes those off the list that are over. */
    clear() {
      for (const upload of list) if (isOver(upload) && upload.preview) URL.revokeObjectURL(upload.preview);
      show(list.filter((upload) => !isOver(upload)));
    },
    /** Breaks everything off. */
    close() {
      for (const controller of running.values()) controller.abort();
      for (const { preview } of list) if (preview) URL.revokeObjectURL(preview);
      show([]);
    },
  };
}

/** Why a file is not sent at all; null where it is. */
function problemOf({ size, type, name }: File): string | null {
  if (size > BYTES_MAX) return words.problems.tooLarge(size);
  if (size === 0) return words.problems.empty;
  // A browser that does not know the ending says nothing; the server looks at the bytes.
  const isOther = type !== "" && !type.startsWith("image/");
  return isOther || /\.(pdf|docx?|mp4|mov|zip|txt)$/i.test(name) ? words.problems.noPicture : null;
}

/** The picture of the same bytes, where the library has it; an answer that does not come is not waited for again. */
async function findKnown(library: string, file: File, signal: AbortSignal) {
  // A browser hashes on https and on localhost only; without it the server finds out.
  if (!globalThis.crypto?.subtle) return null;
  let bytes: ArrayBuffer;
  try {
    bytes = await file.arrayBuffer();
  } catch {
    return "unreadable" as const;
  }
  const hash = [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  const asked = await fetchJson<{ picture: MediaItem | null }>(`${library}/known?sha256=${hash}`, {
    signal,
  });
  return asked.answer?.picture ?? null;
}

type Answer = { picture?: MediaItem; isKnown?: boolean; error?: string };

function read(body: string): Answer {
  try {
    return (JSON.parse(body) ?? {}) as Answer;
  } catch {
    return {};
  }
}

/** @returns why it failed, and whether trying again can help */
function wordsFor(status: number, said: string | undefined): [string, boolean] {
  const { problems } = words;
  if (status === 0)
    return [globalThis.navigator?.onLine === false ? problems.offline : problems.broken, true];
  if (status === 401) return [problems.loggedOut, true];
  if (status === 403) return [problems.outdated, false];
  return [said ?? problems.failed, status !== 413 && status !== 415];
}

const waited = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });

const SILENT_MS = 60_000;

/** By XMLHttpRequest: `fetch` does not tell how much of a body is sent. */
const sendFile: Send = (address, file, { progress, signal }) =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("PUT", address);
    // A connection that falls silent is not noticed otherwise; a slow one may take as long as it makes progress.
    let silent: ReturnType<typeof setTimeout>;
    const listen = () => {
      clearTimeout(silent);
      silent = setTimeout(() => request.abort(), SILENT_MS);
    };
    request.upload.onprogress = ({ loaded, total }) => {
      listen();
      if (total) progress(loaded / total);
    };
    request.onload = () => resolve({ status: request.status, body: request.responseText });
    request.onerror = () => resolve({ status: 0, body: "" });
    request.onabort = () => resolve({ status: 0, body: "" });
    request.onloadend = () => clearTimeout(silent);
    listen();
    signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });
