import type { IncomingMessage } from "node:http";
import type { Transform } from "node:stream";
import { constants, createBrotliDecompress, createGunzip } from "node:zlib";

export type Body = {
  bytes: Buffer;
  isCut: boolean;
  /** `gzip`, `br`, or empty. */
  encoding: string;
};

/** The body doesn't match its headers. */
export class UnreadableBody extends Error {}

/** These settings decode truncated streams as far as possible, as browsers do. */
const DECODERS = new Map<string, () => Transform>([
  ["gzip", () => createGunzip({ finishFlush: constants.Z_SYNC_FLUSH })],
  ["br", () => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })],
]);

/**
 * Reads a possibly hostile response body.
 * @param limit in bytes, both compressed and decompressed; a longer body is cut off and the connection closed
 * @throws UnreadableBody if the response ends early, or for multiple, unrequested or damaged encodings; passes on
 *   connection errors
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
      // Chunks may still arrive after a body has been cut off.
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
