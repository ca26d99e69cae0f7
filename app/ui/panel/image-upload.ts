// Uploads images, three at a time. Hashes them first, to skip those already in the library. Retries failed connections.
import { uploadWords as words } from "../../copy/panel/media.ts";
import type { MediaItem } from "../../platform/text/image.ts";
import { fetchJson } from "./fetch-json.ts";
import { logInAgain } from "./login-again.tsx";

/** CONTRACT, "Limits": 25 MB each. */
const BYTES_MAX = 25 * 1024 * 1024;
const AT_ONCE = 3;
/** Delays before the second and third try, in milliseconds. */
const PAUSES_MS = [1_000, 4_000];

export type ImageUpload = {
  key: number;
  file: File;
  /** local URL for a preview; null if the file can't be uploaded */
  preview: string | null;
  state: "waiting" | "checking" | "sending" | "known" | "done" | "failed";
  /** from 0 to 1 */
  sent: number;
  /** whether a failed connection is being retried */
  isAgain: boolean;
  /** the existing image if `known`, the new one if `done` */
  image: MediaItem | null;
  /** error message, as a sentence */
  problem: string | null;
  /** whether a retry may succeed */
  canRetry: boolean;
};

/** The server's response. The status is 0 without one. */
export type Sent = { status: number; body: string };

export type Send = (
  address: string,
  file: File,
  on: { progress: (sent: number) => void; signal: AbortSignal },
) => Promise<Sent>;

export type ImageUploads = ReturnType<typeof createUploads>;

export const isOver = ({ state }: ImageUpload) => state === "done" || state === "failed";
/** Returns whether an upload is in progress. A duplicate isn't, because it waits for the owner to choose. */
export const isRunning = ({ state }: ImageUpload) =>
  state === "waiting" || state === "checking" || state === "sending";

/**
 * Returns a list of uploads for `useSyncExternalStore`.
 * @param options.replaces id of the image to replace
 * @param options.onDone receives each uploaded or existing image
 */
export function createUploads(
  library: string,
  options: {
    replaces?: string;
    onDone?: (image: MediaItem, upload: ImageUpload) => void;
    send?: Send;
  } = {},
) {
  const { replaces, onDone, send = sendFile } = options;
  let list: readonly ImageUpload[] = [];
  let count = 0;
  const listeners = new Set<() => void>();
  const running = new Map<number, AbortController>();
  /** duplicates that the owner chose to upload */
  const seconds = new Set<number>();

  const find = (key: number) => list.find((one) => one.key === key);
  const show = (next: readonly ImageUpload[]) => {
    list = next;
    for (const listener of listeners) listener();
  };
  const change = (key: number, changes: Partial<ImageUpload>) =>
    show(list.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  const fail = (key: number, problem: string, canRetry: boolean) =>
    change(key, { state: "failed", problem, canRetry, isAgain: false });
  const finish = (key: number, image: MediaItem) => {
    change(key, { state: "done", image, sent: 1, isAgain: false, problem: null });
    const upload = find(key);
    if (upload) onDone?.(image, upload);
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

  async function run({ key, file }: ImageUpload, signal: AbortSignal) {
    change(key, { state: "checking", problem: null, sent: 0 });
    if (!seconds.has(key) && !replaces) {
      const known = await findKnown(library, file, signal);
      if (signal.aborted) return;
      if (known === "unreadable") return fail(key, words.problems.unreadable, false);
      if (known) return change(key, { state: "known", image: known });
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
      if (status === 200 && answer.isKnown && answer.image)
        return change(key, { state: "known", image: answer.image });
      if ((status === 200 || status === 201) && answer.image) return finish(key, answer.image);
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
    /** @returns the keys of the new uploads */
    add(files: Iterable<File>): number[] {
      const added = [...files].map((file): ImageUpload => {
        const problem = problemOf(file);
        return {
          key: ++count,
          file,
          preview: problem ? null : URL.createObjectURL(file),
          state: problem ? "failed" : "waiting",
          sent: 0,
          isAgain: false,
          image: null,
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
    takeKnown(key: number) {
      const upload = find(key);
      if (upload?.state === "known" && upload.image) finish(key, upload.image);
    },
    keepSecond(key: number) {
      seconds.add(key);
      change(key, { state: "waiting", image: null });
      start();
    },
    setImage(key: number, image: MediaItem) {
      change(key, { image });
    },
    /** Removes an upload. Cancels it if it's running. */
    remove(key: number) {
      const upload = find(key);
      running.get(key)?.abort();
      running.delete(key);
      show(list.filter((one) => one.key !== key));
      if (upload?.preview) URL.revokeObjectURL(upload.preview);
      start();
    },
    clear() {
      for (const upload of list) if (isOver(upload) && upload.preview) URL.revokeObjectURL(upload.preview);
      show(list.filter((upload) => !isOver(upload)));
    },
    close() {
      for (const controller of running.values()) controller.abort();
      for (const { preview } of list) if (preview) URL.revokeObjectURL(preview);
      show([]);
    },
  };
}

/** Returns why a file can't be uploaded, or null if it can. */
function problemOf({ size, type, name }: File): string | null {
  if (size > BYTES_MAX) return words.problems.tooLarge(size);
  if (size === 0) return words.problems.empty;
  // Browsers report no type for unknown extensions. The server checks the bytes.
  const isOther = type !== "" && !type.startsWith("image/");
  return isOther || /\.(pdf|docx?|mp4|mov|zip|txt)$/i.test(name) ? words.problems.noImage : null;
}

/** Returns the library image with the same bytes, null if none is found, or "unreadable". Doesn't retry. */
async function findKnown(library: string, file: File, signal: AbortSignal) {
  // Browsers only hash on HTTPS and localhost. Elsewhere, the server detects duplicates.
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
  const asked = await fetchJson<{ image: MediaItem | null }>(`${library}/known?sha256=${hash}`, {
    signal,
  });
  return asked.answer?.image ?? null;
}

type Answer = { image?: MediaItem; isKnown?: boolean; error?: string };

function read(body: string): Answer {
  try {
    return (JSON.parse(body) ?? {}) as Answer;
  } catch {
    return {};
  }
}

/** @returns the error message, and whether a retry may help */
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

/** Uses XMLHttpRequest, because `fetch` doesn't report upload progress. */
const sendFile: Send = (address, file, { progress, signal }) =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("PUT", address);
    // Aborts silent connections. Slow ones are fine if they make progress.
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
