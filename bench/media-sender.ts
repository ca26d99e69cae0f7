// Sends pictures from a thread of its own: the process that measures pages must not be held up by making and copying
// 20 MB. It says "ready", and sends one after the other once it is told to.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

/** @property picture the beginning of each file, which random bytes fill up to `bytes` */
export type Sending = {
  url: string;
  headers: Record<string, string>;
  picture: Uint8Array;
  bytes: number;
  uploads: number;
};

const { url, headers, picture, bytes, uploads } = workerData as Sending;
const file = Buffer.concat([picture, randomBytes(bytes - picture.length)]);
parentPort!.postMessage("ready");
await once(parentPort!, "message");
for (let i = 0; i < uploads; i++) {
  // Another file each time: one that is there already is not stored again.
  file.writeUInt32LE(i, bytes - 4);
  const sending = request(url, { method: "PUT", headers: { ...headers, "Content-Length": bytes } });
  sending.end(file);
  const [response] = (await once(sending, "response")) as [IncomingMessage];
  const said = Buffer.concat(await response.toArray()).toString();
  if (response.statusCode !== 201) throw new Error(`The upload answered ${response.statusCode}: ${said}`);
}
parentPort!.postMessage("sent");
