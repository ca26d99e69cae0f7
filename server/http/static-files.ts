// The built client, served from memory: read once at startup, so that no request touches the file system and a build
// that is swapped under a running process changes nothing for it.
import fs from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { decoded } from "../../app/platform/text/decoded.ts";
import { finalizePage, type Page, sendPage } from "../cache/cached-response.ts";
import { refuse } from "./refuse.ts";

/** Text files have a charset: a program that opens one directly can't know it otherwise. */
const TYPES: Record<string, string> = {
  ".avif": "image/avif",
  ".css": "text/css; charset=utf-8",
  ".gif": "image/gif",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".webp": "image/webp",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
  ".xml": "application/xml; charset=utf-8",
};
const UNKNOWN_TYPE = "application/octet-stream";
/** Next to the file itself, made by the build. */
const COMPRESSED = /\.(br|gz)$/;
/** Such as `.vite`; what the standards put into `.well-known` is public. */
const HIDDEN = /(^|\/)\.(?!well-known\/)/;
/** File names here contain a hash of the content. */
const IMMUTABLE = /^\/assets\//;

/** Files by path. */
export class StaticFiles {
  readonly #files = new Map<string, Page>();

  /**
   * Reads all files into memory.
   * @param directory the built client; `x.br` and `x.gz` are the compressed `x`
   * @param headers additional headers of every response, alternating name and value
   * @throws if it can't be read
   */
  constructor(directory: string, headers: string[]) {
    const names = fs
      .readdirSync(directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)))
      .map((name) => name.replaceAll(path.sep, "/"));
    const present = new Set(names);
    for (const name of names) {
      if (HIDDEN.test(name) || (COMPRESSED.test(name) && present.has(name.replace(COMPRESSED, "")))) continue;
      const read = (suffix = "") => fs.readFileSync(path.join(directory, name + suffix));
      const address = `/${name}`;
      this.#files.set(
        address,
        finalizePage({
          status: 200,
          own: [
            ...["Content-Type", TYPES[path.extname(name)] ?? UNKNOWN_TYPE],
            ...["Cache-Control", `public, max-age=${IMMUTABLE.test(address) ? "31536000, immutable" : 3600}`],
            ...(present.has(`${name}.br`) ? ["Vary", "Accept-Encoding"] : []),
            ...headers,
          ],
          bodies: {
            identity: read(),
            br: present.has(`${name}.br`) ? read(".br") : undefined,
            gzip: present.has(`${name}.gz`) ? read(".gz") : undefined,
          },
          expiresAt: Number.POSITIVE_INFINITY,
          isKeepable: true,
        }),
      );
    }
  }

  /**
   * Answers with a file; always with all of it, since none is large enough for ranges to be useful (RFC 9110, 14.2: a
   * server may ignore `Range`).
   * @param extra headers of this request only, alternating name and value
   * @returns false, with nothing sent, if there is no file at the path
   */
  answer(req: IncomingMessage, res: ServerResponse, extra?: string[]): boolean {
    const file = this.#files.get(addressOf(req.url!));
    if (!file) return false;
    const headers = { Allow: "GET, HEAD, OPTIONS" };
    if (req.method === "GET" || req.method === "HEAD") sendPage(file, req, res, extra);
    else if (req.method === "OPTIONS") res.writeHead(204, headers).end();
    else refuse(req, res, 405, "This is a file. It can only be downloaded.", headers);
    return true;
  }

  /** Returns the file at a path, ready to be sent. */
  find(address: string): Page | undefined {
    return this.#files.get(address);
  }

  /** Returns whether there is a file at a path. */
  has(address: string): boolean {
    return this.#files.has(addressOf(address));
  }

  /** Returns the text of a file, undefined if there is none at this path. */
  text(address: string): string | undefined {
    return this.#files.get(address)?.bodies.identity.toString();
  }
}

/** Returns the decoded path of a request target; undecoded if an escape is broken. */
const addressOf = (target: string) => decoded(target.split("?", 1)[0]!);
