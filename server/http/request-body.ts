// Bodies of requests: judged by what is known before they are read, and again while they are.
import type { IncomingMessage, ServerResponse } from "node:http";
import { refusals } from "../../app/copy/refusals.ts";
import { hasBody } from "./refuse.ts";

const kB = 1024;
const MB = 1024 * kB;

/** How large a body may be, and how that is said. */
type BodyLimit = { bytes: number; words: string };
/** CONTRACT "Limits". */
export const LIMITS = {
  login: { bytes: 16 * kB, words: "16 kB" },
  public: { bytes: 64 * kB, words: "64 kB" },
  panel: { bytes: 2 * MB, words: "2 MB" },
} satisfies Record<string, BodyLimit>;

/** A field costs far more to parse and to keep than its bytes; the largest form of ours has some dozens. */
const MAX_FIELDS = 500;
const SMALLEST_BUFFER = 2 * kB;
const BUSY_SECONDS = 5;

export const FORM = "application/x-www-form-urlencoded";
const MULTIPART = /^multipart\/form-data\s*;.*\bboundary=("[^"]+"|[^\s";]+)/i;
const CHARSET = /;\s*charset="?([^\s";]+)/i;
const UTF_8 = /^(utf-?8|us-ascii)$/i;

/** Why a body is not taken; `message` is for people. */
export type Refusal = { status: number; message: string; headers?: Record<string, string> };

/** Bytes of bodies in memory, all together and of one sender, so that no crowd and no single one takes it all. */
export class BodyBudget {
  readonly #max: number;
  readonly #maxEach: number;
  readonly #held = new Map<string, number>();
  #total = 0;

  constructor(max: number, maxEach = max) {
    this.#max = max;
    this.#maxEach = maxEach;
  }

  /** @returns false, with nothing taken, where it would be too much */
  take(sender: string, bytes: number): boolean {
    const own = (this.#held.get(sender) ?? 0) + bytes;
    if (own > this.#maxEach || this.#total + bytes > this.#max) return false;
    this.#held.set(sender, own);
    this.#total += bytes;
    return true;
  }

  giveBack(sender: string, bytes: number) {
    const own = (this.#held.get(sender) ?? 0) - bytes;
    if (own > 0) this.#held.set(sender, own);
    else this.#held.delete(sender);
    this.#total -= bytes;
  }
}

/**
 * Reads a body that is a form, or JSON where a program asks.
 * @param rules.budget what the bytes are taken from until the answer is out; `sender` is who is asked to wait
 * @returns the body and its type, or why it is not taken; in that case it may be unread
 * @throws when the connection breaks off
 */
export async function readBody(
  req: IncomingMessage,
  res: ServerResponse,
  rules: { limit: BodyLimit; isJson: boolean; budget: BodyBudget; sender: string },
): Promise<{ body: Buffer<ArrayBuffer>; type: string } | Refusal> {
  const { limit, isJson, budget, sender } = rules;
  const type = req.headers["content-type"] ?? "";
  // A form without fields, such as a button, whatever is said of it.
  if (!hasBody(req)) return { body: Buffer.alloc(0), type: isJson ? type : FORM };

  const tooLarge = { status: 413, message: refusals.tooLarge(limit.words) };
  const encoding = req.headers["content-encoding"] ?? "identity";
  if (encoding.trim().toLowerCase() !== "identity") return { status: 415, message: refusals.compressed };
  if (Number(req.headers["content-length"] ?? 0) > limit.bytes) return tooLarge;
  // What programs may send depends on the path that they ask for.
  if (!isJson && !isForm(type)) return { status: 415, message: refusals.notAForm };

  const read = new GrowingBuffer();
  let held = 0;
  res.once("close", () => budget.giveBack(sender, held));
  const refusal = await collect(req, (chunk) => {
    if (read.length + chunk.length > limit.bytes) return tooLarge;
    const more = read.sizeWith(chunk) - held;
    if (!budget.take(sender, more)) {
      return { status: 503, message: refusals.busy, headers: { "Retry-After": String(BUSY_SECONDS) } };
    }
    held += more;
    read.add(chunk);
  });
  if (refusal) return refusal;
  const body = read.bytes();
  if (!isJson && hasTooManyFields(body, type)) return { status: 413, message: refusals.tooManyFields };
  return { body, type };
}

/** Bytes in one piece: kept as they come, a body in chunks of one byte would take a hundred times its size. */
class GrowingBuffer {
  #buffer = Buffer.alloc(0);
  length = 0;

  /** What is allocated once the chunk is in. */
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
}

/**
 * Hands over each chunk until one is refused.
 * @returns the refusal, undefined where all of them were taken
 */
function collect(
  req: IncomingMessage,
  take: (chunk: Buffer) => Refusal | undefined,
): Promise<Refusal | undefined> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      req.off("data", onData).off("end", onEnd).off("error", onError).off("close", onClose);
      settle();
    };
    const onData = (chunk: Buffer) => {
      const refusal = take(chunk);
      if (refusal) end(() => resolve(refusal));
    };
    const onEnd = () => end(() => resolve(undefined));
    const onError = (error: Error) => end(() => reject(error));
    const onClose = () => end(() => reject(new Error("The connection was closed")));
    req.on("data", onData).once("end", onEnd).once("error", onError).once("close", onClose);
  });
}

function isForm(type: string): boolean {
  const charset = CHARSET.exec(type)?.[1];
  if (charset !== undefined && !UTF_8.test(charset)) return false;
  return type.split(";", 1)[0]!.trim().toLowerCase() === FORM || MULTIPART.test(type);
}

/** By the signs between them, which is at next to no cost. */
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
