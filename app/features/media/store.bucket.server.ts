// Images in a private S3-compatible bucket. The site serves them from a local cache.
import { randomUUID } from "node:crypto";
import { openAsBlob } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AwsClient } from "aws4fetch";
import { DomUtils, parseDocument } from "htmlparser2";
import type { Bucket } from "../../platform/config.server.ts";
import { isKey } from "./keys.ts";
import { CopyFolder } from "./store.copies.server.ts";
import { NoRoomInStore, type Store, type Stored, StoreUnavailable } from "./store.server.ts";

/** Enough for 25 MB at 2 Mbit/s. */
const TRANSFER_MS = 120_000;
const ANSWER_MS = 10_000;

/**
 * Returns a store for a bucket.
 * @param copies absolute path of the cache folder, created if missing
 */
export function bucketStore(bucket: Bucket, copies: string): Store {
  const kept = new CopyFolder(copies);
  const client = new AwsClient({
    accessKeyId: bucket.keyId,
    secretAccessKey: bucket.secret,
    region: bucket.region,
    service: "s3",
    // Only one retry, because page requests wait for it. Jobs are retried by their queue.
    retries: 1,
  });
  const root = `${bucket.endpoint}/${bucket.name}`;

  /** Returns null for a 404. */
  async function ask(address: string, init: RequestInit, ms: number): Promise<Response | null> {
    let response: Response;
    try {
      response = await client.fetch(address, { ...init, signal: AbortSignal.timeout(ms) });
    } catch (error) {
      throw away(bucket, reasonOf(error));
    }
    if (response.ok) return response;
    const text = await response.text().catch(() => "");
    const code = /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? `status ${response.status}`;
    if (response.status === 404 && code !== "NoSuchBucket") return null;
    if (response.status === 507 || code === "QuotaExceeded") throw new NoRoomInStore(code);
    throw away(bucket, code);
  }
  const at = (key: string) => {
    if (!isKey(key)) throw new Error(`Not a valid storage key: ${key.slice(0, 100)}`);
    return `${root}/${key}`;
  };

  /** Returns false if the bucket doesn't have the key. */
  async function download(key: string, file: string): Promise<boolean> {
    const response = await ask(at(key), {}, TRANSFER_MS);
    if (!response?.body) return false;
    const target = await fs.open(file, "wx", 0o600);
    const source = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
    await pipeline(source, target.createWriteStream()).catch((error) => {
      // A full disk isn't the bucket's error.
      throw (error as NodeJS.ErrnoException).syscall === "write" ? error : away(bucket, reasonOf(error));
    });
    return true;
  }

  return {
    async put(key, file, type) {
      // The signature doesn't cover the body, so the file is read only once.
      const body = await openAsBlob(file, { type });
      const headers = { "Content-Type": type, "X-Amz-Content-Sha256": "UNSIGNED-PAYLOAD" };
      await ask(at(key), { method: "PUT", headers, body }, TRANSFER_MS);
      await kept.take(key, file);
    },
    async local(key) {
      at(key);
      const known = await kept.find(key);
      if (known) return known;
      const aside = path.join(copies, `${randomUUID()}.part`);
      await fs.mkdir(copies, { recursive: true, mode: 0o700 });
      try {
        return (await download(key, aside)) ? await kept.take(key, aside) : null;
      } finally {
        await fs.rm(aside, { force: true });
      }
    },
    copyTo: download,
    async head(key) {
      const response = await ask(at(key), { method: "HEAD" }, ANSWER_MS);
      if (!response) return null;
      const { headers } = response;
      return {
        key,
        bytes: Number(headers.get("Content-Length")),
        modified: new Date(headers.get("Last-Modified") ?? 0),
      };
    },
    async delete(key) {
      await ask(at(key), { method: "DELETE" }, ANSWER_MS);
      await kept.drop(key);
    },
    async *list(prefix) {
      for (let after = ""; ; ) {
        const query = new URLSearchParams({
          "list-type": "2",
          prefix,
          ...(after && { "continuation-token": after }),
        });
        const response = await ask(`${root}?${query}`, {}, ANSWER_MS * 3);
        const { entries, next } = readList((await response?.text()) ?? "");
        yield* entries.filter(({ key }) => isKey(key));
        if (!next) return;
        after = next;
      }
    },
  };
}

const away = ({ name, endpoint }: Bucket, reason: string) =>
  new StoreUnavailable(`The bucket ${name} at ${endpoint} isn't responding correctly (${reason}).`);

function reasonOf(error: unknown): string {
  const { cause, name, message } = error as Error & { cause?: NodeJS.ErrnoException };
  return cause?.code ?? (name === "TimeoutError" ? "timed out" : message);
}

function readList(xml: string): { entries: Stored[]; next: string | undefined } {
  const list = parseDocument(xml, { xmlMode: true });
  const textOf = (parent: typeof list | ReturnType<typeof all>[number], name: string) =>
    DomUtils.textContent(all(parent, name)[0] ?? []);
  return {
    entries: all(list, "Contents").map((entry) => ({
      key: textOf(entry, "Key"),
      bytes: Number(textOf(entry, "Size")),
      modified: new Date(textOf(entry, "LastModified")),
    })),
    next: textOf(list, "IsTruncated") === "true" ? textOf(list, "NextContinuationToken") : undefined,
  };
}

const all = (parent: Parameters<typeof DomUtils.getElementsByTagName>[1], name: string) =>
  DomUtils.getElementsByTagName(name, parent);
