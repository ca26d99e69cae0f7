// The built client, served from memory: read once at the start, so that no request touches the file system and a
// build that is swapped under a running process changes nothing for it.
import fs from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { decoded } from "../../app/platform/text/decoded.ts";
import { finalizePage, type Page, sendPage } from "../cache/cached-response.ts";
import { refuse } from "./refuse.ts";

/** With a charset where a file is text: what opens one by itself has nothing else to tell it by. */
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
/** Beside the file itself, made by the build. */
const COMPRESSED = /\.(br|gz)$/;
/** As `.vite`; what the standards put into `.well-known` is public. */
const HIDDEN = /(^|\/)\.(?!well-known\/)/;
/** Names in here hold a hash of the content. */
const IMMUTABLE = /^\/assets\//;

/** Files by their addresses. */
export class StaticFiles {
  readonly #files = new Map<string, Page>();

  /**
   * @param directory the built client; `x.br` and `x.gz` are the compressed `x`
   * @param headers what every answer carries besides, name and value by turns
   * @throws where it cannot be read
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
   * Answers with a file; its whole, whatever part is asked for: there is none so large that a part would be of use
   * (RFC 9110, 14.2: a server may ignore `Range`).
   * @param extra headers of this request's own, name and value by turns
   * @returns false, with nothing sent, where the address is no file's
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

  /** A file by its address, from the root, as it is sent. */
  find(address: string): Page | undefined {
    return this.#files.get(address);
  }

  /** Whether a file is at an address, from the root. */
  has(address: string): boolean {
    return this.#files.has(addressOf(address));
  }

  /** The text of a file, undefined where there is none at this address. */
  text(address: string): string | undefined {
    return this.#files.get(address)?.bodies.identity.toString();
  }
}

/** The path of a request's target as a file's name spells it; as it was sent where an escape is broken. */
const addressOf = (target: string) => decoded(target.split("?", 1)[0]!);
