import type { IncomingMessage, ServerResponse } from "node:http";
import { refusals } from "../../app/copy/refusals.ts";
import { hasBody } from "./refuse.ts";

const kB = 1024;
const MB = 1024 * kB;

type BodyLimit = { bytes: number; words: string };
/** These limits are in CONTRACT "Limits". */
export const LIMITS = {
  login: { bytes: 16 * kB, words: "16 kB" },
  public: { bytes: 64 * kB, words: "64 kB" },
  panel: { bytes: 2 * MB, words: "2 MB" },
} satisfies Record<string, BodyLimit>;

/** A field costs far more than its bytes. Our largest form has a few dozen fields. */
const MAX_FIELDS = 500;
const SMALLEST_BUFFER = 2 * kB;
const BUSY_SECONDS = 5;

export const FORM = "application/x-www-form-urlencoded";
const MULTIPART = /^multipart\/form-data\s*;.*\bboundary=("[^"]+"|[^\s";]+)/i;
const CHARSET = /;\s*charset="?([^\s";]+)/i;
const UTF_8 = /^(utf-?8|us-ascii)$/i;

/** `message` is for people. */
export type Refusal = { status: number; message: string; headers?: Record<string, string> };

/** A body that is being read or waiting for its response. */
type Held = { sender: string; bytes: number; isWhole: boolean; drop: () => void };
type Sender = { bytes: number; bodies: Set<Held> };

/**
 * Limits the memory for request bodies. At the limit, the sender that uses the most loses its oldest unfinished body,
 * so slow senders never block complete forms.
 */
export class BodyBudget {
  readonly #max: number;
  readonly #maxEach: number;
  readonly #onDrop: () => void;
  readonly #senders = new Map<string, Sender>();
  #total = 0;

  /** @param onDrop called for each dropped body */
  constructor(max: number, maxEach = max, onDrop = () => {}) {
    this.#max = max;
    this.#maxEach = maxEach;
    this.#onDrop = onDrop;
  }

  /** @param drop stops reading this body; never called once the body `isWhole` */
  open(sender: string, drop: () => void): Held {
    const held = { sender, bytes: 0, isWhole: false, drop };
    const own = this.#senders.get(sender) ?? { bytes: 0, bodies: new Set() };
    own.bodies.add(held);
    this.#senders.set(sender, own);
    return held;
  }

  /** Takes bytes from the budget. Returns false if dropping other bodies doesn't make enough room. */
  take(held: Held, bytes: number): boolean {
    const own = this.#senders.get(held.sender)!;
    while (own.bytes + bytes > this.#maxEach) if (!this.#dropOldest([own], held)) return false;
    while (this.#total + bytes > this.#max) {
      if (!this.#dropOldest(this.#senders.values(), held)) return false;
    }
    this.#add(held, bytes);
    return true;
  }

  close(held: Held) {
    this.#add(held, -held.bytes);
    const own = this.#senders.get(held.sender);
    own?.bodies.delete(held);
    if (own?.bodies.size === 0) this.#senders.delete(held.sender);
  }

  #add(held: Held, bytes: number) {
    held.bytes += bytes;
    this.#total += bytes;
    const own = this.#senders.get(held.sender);
    if (own) own.bytes += bytes;
  }

  #dropOldest(senders: Iterable<Sender>, but: Held): boolean {
    let oldest: Held | undefined;
    let most = 0;
    for (const { bytes, bodies } of senders) {
      if (bytes <= most) continue;
      for (const held of bodies) {
        if (held === but || held.isWhole || held.bytes === 0) continue;
        oldest = held;
        most = bytes;
        break;
      }
    }
    if (!oldest) return false;
    this.#add(oldest, -oldest.bytes);
    oldest.drop();
    this.#onDrop();
    return true;
  }
}

/**
 * Reads a form body, or JSON from a program.
 * @param rules.budget counts the bytes against `sender` until the response is sent
 * @returns the body and its type, or why the body is refused, possibly unread
 * @throws if the connection breaks
 */
export async function readBody(
  req: IncomingMessage,
  res: ServerResponse,
  rules: { limit: BodyLimit; isJson: boolean; budget: BodyBudget; sender: string },
): Promise<{ body: Buffer<ArrayBuffer>; type: string } | Refusal> {
  const { limit, isJson, budget, sender } = rules;
  const type = req.headers["content-type"] ?? "";
  // A request without a body is a form without fields.
  if (!hasBody(req)) return { body: Buffer.alloc(0), type: isJson ? type : FORM };

  const tooLarge = { status: 413, message: refusals.tooLarge(limit.words) };
  const encoding = req.headers["content-encoding"] ?? "identity";
  if (encoding.trim().toLowerCase() !== "identity") return { status: 415, message: refusals.compressed };
  if (Number(req.headers["content-length"] ?? 0) > limit.bytes) return tooLarge;
  // The path decides which types programs may send.
  if (!isJson && !isForm(type)) return { status: 415, message: refusals.notAForm };

  const headers = { "Retry-After": String(BUSY_SECONDS) };
  const noRoom: Refusal = { status: 503, message: refusals.busy, headers };
  const read = new GrowingBuffer();
  const dropped = Promise.withResolvers<Refusal>();
  const held = budget.open(sender, () => {
    read.clear();
    dropped.resolve(noRoom);
  });
  res.once("close", () => budget.close(held));
  req.once("end", () => {
    held.isWhole = true;
  });
  const refusal = await collect(req, dropped.promise, (chunk) => {
    if (read.length + chunk.length > limit.bytes) return tooLarge;
    if (!budget.take(held, read.sizeWith(chunk) - held.bytes)) return noRoom;
    read.add(chunk);
  });
  if (refusal) return refusal;
  const body = read.bytes();
  if (!isJson && hasTooManyFields(body, type)) return { status: 413, message: refusals.tooManyFields };
  return { body, type };
}

/** One-byte chunks would take a hundred times their size, so they're copied into one buffer. */
class GrowingBuffer {
  #buffer = Buffer.alloc(0);
  length = 0;

  /** Returns the allocated size after adding the chunk. */
  sizeWith(chunk: Buffer): number {
    let size = Math.max(this.#buffer.length, SMALLEST_BUFFER);
    while (size < this.length + chunk.length) size *= 2;
    return size;
  }

  add(chunk: Buffer) {
    const size = this.sizeWith(chunk);
    if (size > this.#buffer.length) {
      const larger = Buffer.alloc(size);
      this.#buffer.copy(larger, 0, 0, this.length);
      this.#buffer = larger;
    }
    chunk.copy(this.#buffer, this.length);
    this.length += chunk.length;
  }

  bytes(): Buffer<ArrayBuffer> {
    return this.#buffer.subarray(0, this.length);
  }

  clear() {
    this.#buffer = Buffer.alloc(0);
    this.length = 0;
  }
}

/**
 * Passes on chunks until one is refused or `dropped` resolves.
 * @returns the refusal; undefined if all chunks were taken
 */
function collect(
  req: IncomingMessage,
  dropped: Promise<Refusal>,
  take: (chunk: Buffer) => Refusal | undefined,
): Promise<Refusal | undefined> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      req.off("data", onData).off("end", onEnd).off("error", onError).off("close", onClose);
      settle();
    };
    const refuse = (refusal: Refusal) => end(() => resolve(refusal));
    const onData = (chunk: Buffer) => {
      const refusal = take(chunk);
      if (refusal) refuse(refusal);
    };
    const onEnd = () => end(() => resolve(undefined));
    const onError = (error: Error) => end(() => reject(error));
    const onClose = () => end(() => reject(new Error("The connection was closed")));
    dropped.then(refuse);
    req.on("data", onData).once("end", onEnd).once("error", onError).once("close", onClose);
  });
}

function isForm(type: string): boolean {
  const charset = CHARSET.exec(type)?.[1];
  if (charset !== undefined && !UTF_8.test(charset)) return false;
  return type.split(";", 1)[0]!.trim().toLowerCase() === FORM || MULTIPART.test(type);
}

/** Counting separators is much cheaper than parsing. */
function hasTooManyFields(body: Buffer, type: string): boolean {
  const boundary = MULTIPART.exec(type)?.[1]?.replaceAll('"', "");
  const sign = boundary === undefined ? "&" : `--${boundary}`;
  let at = -1;
  for (let fields = 0; fields <= MAX_FIELDS; fields++) {
    at = body.indexOf(sign, at + 1);
    if (at === -1) return false;
  }
  return true;
}
