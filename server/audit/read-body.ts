// Reads the body of a possibly hostile response, compressed or not, up to a limit.
import type { IncomingMessage } from "node:http";
import type { Transform } from "node:stream";
import { constants, createBrotliDecompress, createGunzip } from "node:zlib";

export type Body = {
  bytes: Buffer;
  /** there was more that wasn't read */
  isCut: boolean;
  /** `gzip`, `br`, or empty */
  encoding: string;
};

/** A body that isn't what its headers say. */
export class UnreadableBody extends Error {}

/** A truncated stream is read as far as it goes, as in browsers. */
const DECODERS = new Map<string, () => Transform>([
  ["gzip", () => createGunzip({ finishFlush: constants.Z_SYNC_FLUSH })],
  ["br", () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })],
]);

/**
 * Reads the body of a response.
 * @param limit in bytes, both on the wire and unpacked; the rest is cut off and the connection closed
 * @throws UnreadableBody for multiple, unrequested or damaged encodings; whatever the connection throws
 */
export function readBody(response: IncomingMessage, limit: number): Promise<Body> {
  const encoding = (response.headers["content-encoding"] ?? "")
    .toLowerCase()
    .trim()
    .replace(/^x-|^identity$/, "");
  const decoder = DECODERS.get(encoding)?.();
  if (encoding && !decoder) {
    response.destroy();
    return Promise.reject(new UnreadableBody(`content-encoding ${encoding.slice(0, 50)}`));
  }
  const { promise, resolve, reject } = Promise.withResolvers<Body>();
  const chunks: Buffer[] = [];
  let [wire, size] = [0, 0];
  const end = (isCut: boolean) => {
    resolve({ bytes: Buffer.concat(chunks, Math.min(size, limit)), isCut, encoding });
    response.destroy();
    decoder?.destroy();
  };
  const take = (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > limit) end(true);
  };
  response.on("data", (chunk: Buffer) => {
    wire += chunk.length;
    if (decoder) {
      // The rest of a truncated body is still arriving.
      if (!decoder.destroyed && !decoder.write(chunk)) response.pause();
      if (wire > limit) end(true);
    } else take(chunk);
  });
  response.on("end", () => (decoder ? decoder.end() : end(false)));
  response.on("error", reject);
  response.on("close", () => {
    if (!response.readableEnded) reject(new UnreadableBody("The response ended early"));
  });
  decoder?.on("drain", () => response.resume());
  decoder?.on("data", take);
  decoder?.on("end", () => end(false));
  decoder?.on("error", (error) => {
    response.destroy();
    reject(new UnreadableBody(error.message));
  });
  return promise;
}
