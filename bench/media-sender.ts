// Sends images from a separate thread, because copying 20 MB would delay the thread that measures pages.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";

/**
 * @property image the beginning of each file; random bytes follow, up to `bytes`
 * @property bytesPerSecond unlimited if omitted
 */
export type Sending = {
  url: string;
  headers: Record<string, string>;
  image: Uint8Array;
  bytes: number;
  uploads: number;
  bytesPerSecond?: number;
};

const PIECE = 32 * 1024;

const { url, headers, image, bytes, uploads, bytesPerSecond } = workerData as Sending;
const file = Buffer.concat([image, randomBytes(bytes - image.length)]);
parentPort!.postMessage("ready");
await once(parentPort!, "message");
for (let i = 0; i < uploads; i++) {
  // Each file must differ, because duplicates aren't stored again.
  file.writeUInt32LE(i, bytes - 4);
  if (bytesPerSecond) file.writeUInt32LE(bytesPerSecond, bytes - 8);
  const sending = request(url, { method: "PUT", headers: { ...headers, "Content-Length": bytes } });
  if (bytesPerSecond) Readable.from(paced(file, bytesPerSecond)).pipe(sending);
  else sending.end(file);
  const [response] = (await once(sending, "response")) as [IncomingMessage];
  const said = Buffer.concat(await response.toArray()).toString();
  if (response.statusCode !== 201) throw new Error(`The upload answered ${response.statusCode}: ${said}`);
}
parentPort!.postMessage("sent");

async function* paced(file: Buffer, bytesPerSecond: number) {
  const startedAt = performance.now();
  for (let at = 0; at < file.length; at += PIECE) {
    await delay(Math.max(0, startedAt + (at / bytesPerSecond) * 1000 - performance.now()));
    yield file.subarray(at, at + PIECE);
  }
}
