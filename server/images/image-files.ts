// Serves `/media/…` (CONTRACT). Variants have permanent URLs. An image's own URL redirects to a variant.
import { createReadStream } from "node:fs";
import fs from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { LRUCache } from "lru-cache";
import { refusals } from "../../app/copy/refusals.ts";
import { typeOfVariant } from "../../app/features/media/keys.ts";
import { type StoredVariant, variantPath } from "../../app/features/media/media.ts";
import type { ServedFile } from "../../app/features/media/served.server.ts";
import { openStore, type Store, StoreUnavailable } from "../../app/features/media/store.server.ts";
import type { Config } from "../../app/platform/config.server.ts";
import type { Database } from "../../app/platform/database/database.server.ts";
import { describeProblem } from "../../app/platform/http/fault.server.ts";
import { networkOf } from "../../app/platform/http/network.ts";
import type { Log } from "../../app/platform/log.server.ts";
import { isCrowded } from "../../app/platform/work-queue.ts";
import { clientIp } from "../http/client-ip.ts";
import { refuse } from "../http/refuse.ts";
import { BodyBudget } from "../http/request-body.ts";
import { KnownImages } from "./known-images.ts";
import { MissingVariants } from "./missing-variants.ts";

const FOLDER = "/media/";
const ADDRESS = /^\/media\/([a-z2-7]{12})(?:\/([0-9a-f]{8})-([a-z0-9][a-z0-9.-]{0,60}))?$/;
const IMMUTABLE = "public, max-age=31536000, immutable";
/** A replaced image's old URL redirects permanently, and is revalidated daily. */
const MOVED = "public, max-age=86400";
const NO_CACHE = "no-cache";
/** Served instead of images without a variant. */
const PLACEHOLDER = "/placeholder.svg";
const POLICY = "default-src 'none'; sandbox";
/** Feeds, emails and pasted links get this width. */
const SHOWN_WIDTH = 1280;
/** Larger files are streamed. */
const WHOLE_BYTES = 512 * 1024;
const KEPT_BYTES = 16 * 1024 * 1024;
const STREAMS = 64;
const RETRY_SECONDS = 5;
const REPORT_EVERY_MS = 60_000;

type Site = { db: Database; ownerDb: Database; config: Config; log: Log; headers: string[] };

export class ImageFiles {
  readonly #known: KnownImages;
  readonly #store: Store;
  readonly #lost: MissingVariants;
  readonly #config: Config;
  readonly #base: string;
  readonly #log: Log;
  readonly #headers: string[];
  readonly #kept = new LRUCache<string, Buffer>({ maxSize: KEPT_BYTES, sizeCalculation: sizeOf });
  readonly #reading = new Map<string, Promise<Buffer | string | null>>();
  readonly #streams = new BodyBudget(STREAMS);
  #reportedAt = Number.NEGATIVE_INFINITY;

  /**
   * @param site.db the visitors' handle
   * @param site.ownerDb used to regenerate missing files
   * @param site.headers sent with every image, alternating name and value
   */
  constructor({ db, ownerDb, config, log, headers }: Site) {
    this.#known = new KnownImages(db);
    this.#store = openStore(config);
    this.#lost = new MissingVariants(ownerDb, this.#store, log);
    this.#config = config;
    this.#base = config.mediaBaseUrl;
    this.#log = log;
    this.#headers = [
      ...headers,
      "Content-Security-Policy",
      POLICY,
      "Cross-Origin-Resource-Policy",
      "cross-origin",
    ];
  }

  /**
   * Answers requests for images.
   * @param extra headers for this response only
   * @returns false, with nothing sent, for other paths; a promise if the response comes later
   */
  answer(req: IncomingMessage, res: ServerResponse, extra: string[] = []): false | true | Promise<void> {
    const url = req.url!;
    if (!url.startsWith(FOLDER)) return false;
    const allow = { Allow: "GET, HEAD, OPTIONS" };
    if (req.method === "OPTIONS") res.writeHead(204, allow).end();
    else if (req.method !== "GET" && req.method !== "HEAD") refuse(req, res, 405, refusals.method, allow);
    else {
      const asked = askedFor(url);
      if (asked) return this.#answer(req, res, asked, extra);
      this.#absent(req, res, extra);
    }
    return true;
  }

  async #answer(req: IncomingMessage, res: ServerResponse, asked: Asked, extra: string[]) {
    try {
      await this.#give(req, res, asked, extra);
    } catch (error) {
      if (res.headersSent || isCrowded(error)) throw error;
      this.#tell(error);
      refuse(req, res, 503, refusals.fault, { "Retry-After": String(RETRY_SECONDS) });
    }
  }

  /**
   * Checks whether there is an image at a path, without reading it.
   * @param path from the root, with or without a query
   * @returns a 200 for an image, even if GET would redirect temporarily; a 301 for a permanent redirect; a 404 if
   * there's no image; null for other paths
   * @throws if the database fails
   */
  async look(path: string): Promise<Response | null> {
    if (!path.startsWith(FOLDER)) return null;
    const asked = askedFor(path);
    const found = asked ? await this.#find(asked) : null;
    if (!found) return new Response(null, { status: 404 });
    if ("variant" in found || found.status !== 301) return new Response(null);
    return new Response(null, { status: 301, headers: { Location: found.path } });
  }

  async #give(req: IncomingMessage, res: ServerResponse, asked: Asked, extra: string[]) {
    const found = await this.#find(asked);
    if (!found) return this.#absent(req, res, extra);
    if ("variant" in found) return this.#send(req, res, found, `"${asked.hash}-${asked.name}"`, extra);
    this.#leadTo(res, found, extra);
  }

  async #find({ id, hash, name }: Asked): Promise<Found | Lead | null> {
    if (hash === undefined || name === undefined) {
      const files = await this.#known.now(id);
      return files && { path: this.#pathOf(id, files, SHOWN_WIDTH), status: 302, cache: NO_CACHE };
    }
    const isIt = (file: ServedFile) => file.sha256.startsWith(hash) && variantOf(file, name) !== undefined;
    const files = await this.#known.lately(id, (known) => known.some(isIt));
    if (!files) return null;
    const file = files.find(isIt);
    if (file) return { id, file, variant: variantOf(file, name)! };
    // A replaced file is deleted after 30 days, so redirect permanently. A current file may still get this variant.
    const isGone = !files.some(({ sha256 }) => sha256.startsWith(hash));
    const path = this.#pathOf(id, files, Number.parseInt(name, 10) || SHOWN_WIDTH, name.endsWith(".avif"));
    return { path, ...(isGone ? { status: 301, cache: MOVED } : { status: 302, cache: NO_CACHE }) };
  }

  /** Returns the URL of the current file's largest variant up to a width, else its smallest, else the placeholder. */
  #pathOf(id: string, files: ServedFile[], width: number, isAvif = false): string {
    const present = files.find(({ isPresent }) => isPresent);
    const of = (format: StoredVariant["format"]) =>
      present?.variants.filter((one) => one.format === format).sort((a, b) => a.w - b.w) ?? [];
    const avif = isAvif ? of("avif") : [];
    const sizes = avif.length ? avif : of("webp").length ? of("webp") : of("still");
    const nearest = sizes.findLast(({ w }) => w <= width) ?? sizes[0];
    return present && nearest
      ? variantPath({ id, sha256: present.sha256 }, nearest.key, this.#base)
      : PLACEHOLDER;
  }

  #leadTo(res: ServerResponse, { path, status, cache }: Lead, extra: string[]) {
    const isForNow = path === PLACEHOLDER;
    res.writeHead(isForNow ? 302 : status, [
      ...this.#headers,
      ...extra,
      ...["Location", path, "Cache-Control", isForNow ? NO_CACHE : cache, "Content-Length", "0"],
    ]);
    res.end();
  }

  #absent(req: IncomingMessage, res: ServerResponse, extra: string[]) {
    const body = "There's no such image.\n";
    res.writeHead(404, [
      ...this.#headers,
      ...extra,
      ...["Content-Type", "text/plain; charset=utf-8", "Cache-Control", NO_CACHE],
      ...["Content-Length", String(body.length)],
    ]);
    res.end(req.method === "HEAD" ? undefined : body);
  }

  async #send(
    req: IncomingMessage,
    res: ServerResponse,
    { id, file, variant }: Found,
    etag: string,
    extra: string[],
  ) {
    const headers = [...this.#headers, ...extra, "Cache-Control", IMMUTABLE, "ETag", etag];
    if (req.headers["if-none-match"]?.split(",").some((one) => one.trim().replace(/^W\//, "") === etag)) {
      res.writeHead(304, headers).end();
      return;
    }
    const typed = [...headers, "Content-Type", typeOfVariant(variant.key)];
    const found = await this.#read(variant.key);
    if (found === null) {
      this.#lost.report(file.sha256, variant.key);
      const path = await this.#insteadOf({ id, file, variant });
      return this.#leadTo(res, { path, status: 302, cache: NO_CACHE }, extra);
    }
    if (typeof found === "string") return this.#stream(req, res, found, typed);
    res.writeHead(200, [...typed, "Content-Length", String(found.length)]);
    res.end(req.method === "HEAD" ? undefined : found);
  }

  /** Returns the URL of the variant closest to a missing one, or of the placeholder. */
  async #insteadOf({ id, file, variant }: Found): Promise<string> {
    const isLike = ({ format }: StoredVariant) => (format === variant.format ? 0 : 1);
    const isFar = ({ w }: StoredVariant) => Math.abs(w - variant.w);
    const others = file.variants
      .filter(({ key, format }) => key !== variant.key && format !== "jpeg")
      .sort((a, b) => isLike(a) - isLike(b) || isFar(a) - isFar(b) || b.w - a.w);
    for (const { key } of others) {
      if (this.#kept.has(key) || (await this.#store.local(key)))
        return variantPath({ id, sha256: file.sha256 }, key, this.#base);
    }
    return PLACEHOLDER;
  }

  /** Returns a file's bytes, or its path if it's too large to cache; null if it's missing. Shares concurrent reads. */
  #read(key: string): Promise<Buffer | string | null> {
    const kept = this.#kept.get(key);
    if (kept) return Promise.resolve(kept);
    const known = this.#reading.get(key);
    if (known) return known;
    const reading = this.#load(key).finally(() => this.#reading.delete(key));
    this.#reading.set(key, reading);
    return reading;
  }

  async #load(key: string): Promise<Buffer | string | null> {
    const file = await this.#store.local(key);
    if (!file) return null;
    if ((await fs.stat(file)).size > WHOLE_BYTES) return file;
    const bytes = await fs.readFile(file);
    this.#kept.set(key, bytes);
    return bytes;
  }

  async #stream(req: IncomingMessage, res: ServerResponse, file: string, headers: string[]) {
    const { size } = await fs.stat(file);
    res.writeHead(200, [...headers, "Content-Length", String(size)]);
    if (req.method === "HEAD") return void res.end();
    // Slow readers can't block others: the network with the most streams loses its oldest one.
    const stream = this.#streams.open(networkOf(clientIp(req, this.#config)), () => res.destroy());
    this.#streams.take(stream, 1);
    try {
      await pipeline(createReadStream(file), res);
    } finally {
      this.#streams.close(stream);
    }
  }

  /** While the store is unavailable, every request fails, so errors are logged at intervals. */
  #tell(error: unknown) {
    if (performance.now() - this.#reportedAt < REPORT_EVERY_MS) return;
    this.#reportedAt = performance.now();
    const reason = error instanceof StoreUnavailable ? { reason: error.message } : describeProblem(error);
    this.#log.error(reason, "An image couldn't be served");
  }
}

/** `lru-cache` refuses a size of 0. */
const sizeOf = ({ length }: Buffer) => Math.max(1, length);

type Asked = { id: string; hash: string | undefined; name: string | undefined };
type Found = { id: string; file: ServedFile; variant: StoredVariant };
type Lead = { path: string; status: number; cache: string };

function askedFor(url: string): Asked | null {
  const [, id, hash, name] = ADDRESS.exec(url.split("?", 1)[0]!) ?? [];
  return id ? { id, hash, name } : null;
}

const variantOf = ({ variants }: ServedFile, name: string) =>
  variants.find(({ key }) => key.endsWith(`/${name}`));
