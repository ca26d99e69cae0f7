// Files are read once at startup, so replacing the build doesn't affect a running process.
import fs from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { decoded } from "../../app/platform/text/decoded.ts";
import { finalizePage, type Page, sendPage } from "../cache/cached-response.ts";
import { refuse } from "./refuse.ts";

/** Text files have a charset, for programs that open them directly. */
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
/** The build creates these compressed copies. */
const COMPRESSED = /\.(br|gz)$/;
/** Hidden files such as `.vite`. `.well-known` is public. */
const HIDDEN = /(^|\/)\.(?!well-known\/)/;
/** File names below this path contain a content hash. */
const IMMUTABLE = /^\/assets\//;

/** Serves the built client from memory. */
export class StaticFiles {
  readonly #files = new Map<string, Page>();

  /**
   * @param directory the built client; `x.br` and `x.gz` are compressed copies of `x`
   * @param headers sent with every file, alternating name and value
   * @throws if the directory can't be read
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
   * Sends a whole file. Files are too small for `Range`, which a server may ignore (RFC 9110, 14.2).
   * @param extra headers for this response only
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

  find(address: string): Page | undefined {
    return this.#files.get(address);
  }

  has(address: string): boolean {
    return this.#files.has(addressOf(address));
  }

  text(address: string): string | undefined {
    return this.#files.get(address)?.bodies.identity.toString();
  }
}

/** If an escape is invalid, the path isn't decoded. */
const addressOf = (target: string) => decoded(target.split("?", 1)[0]!);
