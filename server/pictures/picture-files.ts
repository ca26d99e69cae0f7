// `/media/…`: the owner's pictures as visitors get them (CONTRACT). Variants have addresses of their own for good; a
// picture's own address leads to one of them.
import { createReadStream } from "node:fs";
import fs from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { refusals } from "../../app/copy/refusals.ts";
import { typeOfVariant } from "../../app/features/media/keys.ts";
import { type StoredVariant, variantPath } from "../../app/features/media/media.ts";
import type { ServedFile } from "../../app/features/media/served.server.ts";
import { openStore, type Store, StoreAway } from "../../app/features/media/store.server.ts";
import type { Config } from "../../app/platform/config.server.ts";
import type { Database } from "../../app/platform/database.server.ts";
import { describeFault } from "../../app/platform/fault.server.ts";
import type { Log } from "../../app/platform/log.server.ts";
import { refuse } from "../http/refuse.ts";
import { KnownPictures } from "./known-pictures.ts";

const FOLDER = "/media/";
const ADDRESS = /^\/media\/([a-z2-7]{12})(?:\/([0-9a-f]{8})-([a-z0-9][a-z0-9.-]{0,60}))?$/;
const IMMUTABLE = "public, max-age=31536000, immutable";
/** Of a replaced picture's last address: for good, and yet a cache may ask again some day. */
const MOVED = "public, max-age=86400";
const NO_CACHE = "no-cache";
/** What stands where a picture has nothing to show yet. */
const PLACEHOLDER = "/placeholder.svg";
const POLICY = "default-src 'none'; sandbox";
/** Feeds, mails and pasted links get this size. */
const SHOWN_WIDTH = 1280;
/** A larger file is read as it is sent. */
const WHOLE_BYTES = 512 * 1024;
const KEPT_BYTES = 16 * 1024 * 1024;
const STREAMS = 64;
const RETRY_SECONDS = 5;
const TELL_EVERY_MS = 60_000;

type Site = { db: Database; config: Config; log: Log; headers: string[] };

export class PictureFiles {
  readonly #known: KnownPictures;
  readonly #store: Store;
  readonly #base: string;
  readonly #log: Log;
  readonly #headers: string[];
  readonly #kept = new Map<string, Buffer>();
  #keptBytes = 0;
  readonly #reading = new Map<string, Promise<Buffer | string | null>>();
  #streams = 0;
  #toldAt = Number.NEGATIVE_INFINITY;

  /**
   * @param site.db the visitors'
   * @param site.headers what every answer carries, name and value by turns
   */
  constructor({ db, config, log, headers }: Site) {
    this.#known = new KnownPictures(db);
    this.#store = openStore(config);
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
   * Answers an address of pictures.
   * @param extra headers of this request's own, name and value by turns
   * @returns false, with nothing sent, for every other address; a promise where the answer comes later
   */
  answer(req: IncomingMessage, res: ServerResponse, extra: string[] = []): false | true | Promise<void> {
    const url = req.url!;
    if (!url.startsWith(FOLDER)) return false;
    const allow = { Allow: "GET, HEAD, OPTIONS" };
    if (req.method === "OPTIONS") res.writeHead(204, allow).end();
    else if (req.method !== "GET" && req.method !== "HEAD") refuse(req, res, 405, refusals.method, allow);
    else {
      const [, id, hash, name] = ADDRESS.exec(url.split("?", 1)[0]!) ?? [];
      if (id) return this.#answer(req, res, { id, hash, name, extra });
      this.#absent(req, res, extra);
    }
    return true;
  }

  async #answer(req: IncomingMessage, res: ServerResponse, asked: Asked) {
    try {
      await this.#give(req, res, asked);
    } catch (error) {
      if (res.headersSent || (error as NodeJS.ErrnoException).code === "ECROWDED") throw error;
      this.#tell(error);
      refuse(req, res, 503, refusals.fault, { "Retry-After": String(RETRY_SECONDS) });
    }
  }

  async #give(req: IncomingMessage, res: ServerResponse, { id, hash, name, extra }: Asked) {
    if (hash === undefined || name === undefined) {
      const files = await this.#known.now(id);
      if (!files) return this.#absent(req, res, extra);
      return this.#leadTo(res, this.#pathOf(id, files, SHOWN_WIDTH), {
        status: 302,
        cache: NO_CACHE,
        extra,
      });
    }
    const isIt = (file: ServedFile) => file.sha256.startsWith(hash) && variantOf(file, name) !== undefined;
    const files = await this.#known.lately(id, (known) => known.some(isIt));
    if (!files) return this.#absent(req, res, extra);
    const file = files.find(isIt);
    if (file) return this.#send(req, res, variantOf(file, name)!, `"${hash}-${name}"`, extra);
    // A file that was replaced more than 30 days ago is gone for good; one that is there may yet get this variant.
    const isGone = !files.some(({ sha256 }) => sha256.startsWith(hash));
    const path = this.#pathOf(id, files, Number.parseInt(name, 10) || SHOWN_WIDTH, name.endsWith(".avif"));
    const how = isGone ? { status: 301, cache: MOVED } : { status: 302, cache: NO_CACHE };
    return this.#leadTo(res, path, { ...how, extra });
  }

  /** The address of the present file's variant that is nearest to a width. */
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

  #leadTo(
    res: ServerResponse,
    location: string,
    { status, cache, extra }: { status: number; cache: string; extra: string[] },
  ) {
    // A placeholder stands in for the moment only.
    const isForNow = location === PLACEHOLDER;
    res.writeHead(isForNow ? 302 : status, [
      ...this.#headers,
      ...extra,
      ...["Location", location, "Cache-Control", isForNow ? NO_CACHE : cache, "Content-Length", "0"],
    ]);
    res.end();
  }

  #absent(req: IncomingMessage, res: ServerResponse, extra: string[]) {
    const body = "There is no such picture.\n";
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
    { key }: StoredVariant,
    etag: string,
    extra: string[],
  ) {
    const headers = [...this.#headers, ...extra, "Cache-Control", IMMUTABLE, "ETag", etag];
    if (req.headers["if-none-match"]?.split(",").some((one) => one.trim().replace(/^W\//, "") === etag)) {
      res.writeHead(304, headers).end();
      return;
    }
    const typed = [...headers, "Content-Type", typeOfVariant(key)];
    const found = await this.#read(key);
    if (found === null) {
      this.#tell(new Error(`The store has no ${key}`));
      return this.#absent(req, res, extra);
    }
    if (typeof found === "string") return this.#stream(req, res, found, typed);
    res.writeHead(200, [...typed, "Content-Length", String(found.length)]);
    res.end(req.method === "HEAD" ? undefined : found);
  }

  /** The bytes of a key, or the path of a file that is too large for them; each is read once at a time. */
  #read(key: string): Promise<Buffer | string | null> {
    const kept = this.#kept.get(key);
    if (kept) {
      this.#keep(key, kept);
      return Promise.resolve(kept);
    }
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
    this.#keep(key, bytes);
    return bytes;
  }

  /** What was asked for last stays. */
  #keep(key: string, bytes: Buffer) {
    if (!this.#kept.delete(key)) this.#keptBytes += bytes.length;
    this.#kept.set(key, bytes);
    for (const [oldest, { length }] of this.#kept) {
      if (this.#keptBytes <= KEPT_BYTES) return;
      this.#kept.delete(oldest);
      this.#keptBytes -= length;
    }
  }

  async #stream(req: IncomingMessage, res: ServerResponse, file: string, headers: string[]) {
    if (this.#streams >= STREAMS) {
      refuse(req, res, 503, refusals.crowd, { "Retry-After": String(RETRY_SECONDS) });
      return;
    }
    this.#streams++;
    try {
      const { size } = await fs.stat(file);
      res.writeHead(200, [...headers, "Content-Length", String(size)]);
      if (req.method === "HEAD") res.end();
      else await pipeline(createReadStream(file), res);
    } finally {
      this.#streams--;
    }
  }

  /** Now and then: a store that is away is away for every request. */
  #tell(error: unknown) {
    if (performance.now() - this.#toldAt < TELL_EVERY_MS) return;
    this.#toldAt = performance.now();
    const told = error instanceof StoreAway ? { reason: error.message } : describeFault(error);
    this.#log.error(told, "A picture could not be given out");
  }
}

type Asked = { id: string; hash: string | undefined; name: string | undefined; extra: string[] };

const variantOf = ({ variants }: ServedFile, name: string) =>
  variants.find(({ key }) => key.endsWith(`/${name}`));
