// Reads request bodies: they're checked by what is known before reading, and again while reading.
import type { IncomingMessage, ServerResponse } from "node:http";
import { refusals } from "../../app/copy/refusals.ts";
import { hasBody } from "./refuse.ts";

const kB = 1024;
const MB = 1024 * kB;

/** The maximum size of a body, and its wording. */
type BodyLimit = { bytes: number; words: string };
/** CONTRACT "Limits". */
export const LIMITS = {
  login: { bytes: 16 * kB, words: "16 kB" },
  public: { bytes: 64 * kB, words: "64 kB" },
  panel: { bytes: 2 * MB, words: "2 MB" },
} satisfies Record<string, BodyLimit>;

/** A field costs far more to parse and to hold than its bytes; our largest form has a few dozen. */
const MAX_FIELDS = 500;
const SMALLEST_BUFFER = 2 * kB;
const BUSY_SECONDS = 5;

export const FORM = "application/x-www-form-urlencoded";
const MULTIPART = /^multipart\/form-data\s*;.*\bboundary=("[^"]+"|[^\s";]+)/i;
const CHARSET = /;\s*charset="?([^\s";]+)/i;
const UTF_8 = /^(utf-?8|us-ascii)$/i;

/** Why a body is refused; `message` is for people. */
export type Refusal = { status: number; message: string; headers?: Record<string, string> };

/** A body that is being read, or whose response is being rendered. */
type Held = { sender: string; bytes: number; isWhole: boolean; drop: () => void };
type Sender = { bytes: number; bodies: Set<Held> };

/**
 * Limits the bytes of request bodies in memory, in total and per sender. When there's no room left, the oldest
 * unfinished body of the sender that holds the most is dropped: a slow sender never blocks one who sends a complete
 * form.
 */
export class BodyBudget {
  readonly #max: number;
  readonly #maxEach: number;
  readonly #onDrop: () => void;
  readonly #senders = new Map<string, Sender>();
  #total = 0;

  /** @param onDrop called for each body that is dropped to make room */
  constructor(max: number, maxEach = max, onDrop = () => {}) {
    this.#max = max;
    this.#maxEach = maxEach;
    this.#onDrop = onDrop;
  }

  /** @param drop stops reading this body; never called once it `isWhole` */
  open(sender: string, drop: () => void): Held {
    const held = { sender, bytes: 0, isWhole: false, drop };
    const own = this.#senders.get(sender) ?? { bytes: 0, bodies: new Set() };
    own.bodies.add(held);
    this.#senders.set(sender, own);
    return held;
  }

  /** @returns false, with nothing taken, if dropping every other unfinished body doesn't make enough room */
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
 * Reads a body that is a form, or JSON if a program sent it.
 * @param rules.budget where the bytes count until the response is out; `sender` is charged for them
 * @returns the body and its type, or why it's refused; in that case it may be unread
 * @throws if the connection breaks off
 */
export async function readBody(
  req: IncomingMessage,
  res: ServerResponse,
  rules: { limit: BodyLimit; isJson: boolean; budget: BodyBudget; sender: string },
): Promise<{ body: Buffer<ArrayBuffer>; type: string } | Refusal> {
  const { limit, isJson, budget, sender } = rules;
  const type = req.headers["content-type"] ?? "";
  // A form without fields, such as a button, whatever its type claims.
  if (!hasBody(req)) return { body: Buffer.alloc(0), type: isJson ? type : FORM };

  const tooLarge = { status: 413, message: refusals.tooLarge(limit.words) };
  const encoding = req.headers["content-encoding"] ?? "identity";
  if (encoding.trim().toLowerCase() !== "identity") return { status: 415, message: refusals.compressed };
  if (Number(req.headers["content-length"] ?? 0) > limit.bytes) return tooLarge;
  // What programs may send depends on the path.
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

/** Contiguous bytes: stored as they arrive, a body in chunks of one byte would take a hundred times its size. */
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
 * Passes on each chunk until one is refused, or `dropped` resolves with a refusal.
 * @returns the refusal, undefined if all chunks were taken
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

/** Counts the separators, which costs next to nothing. */
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
