import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";

type Encoding = "br" | "gzip" | "identity";

/** A finished response that can be sent any number of times. Headers alternate name and value. */
export type Page = {
  status: number;
  /** The headers that all encodings share. */
  own: string[];
  /** All headers, by encoding. */
  headers: Record<Encoding, string[]>;
  /** Headers of a 304 response. */
  unchanged: string[];
  /** Empty if the page isn't cached. */
  etag: string;
  /** Compressed bodies are missing if compression isn't worthwhile or is left to each send. */
  bodies: { identity: Buffer; br?: Buffer; gzip?: Buffer };
  /** Wall-clock time in ms. */
  expiresAt: number;
  /** The page is the same for everyone, and its status may be cached. */
  isWhole: boolean;
  isKeepable: boolean;
  /** The page is compressed at each send, because it isn't cached. */
  isCompressedLate: boolean;
  /** The page is compressed as far as possible. */
  isPolished: boolean;
  /** Size in memory. */
  bytes: number;
};

/** Images are already compressed, so they aren't listed. */
const COMPRESSED =
  /^(text\/|application\/(json|ld\+json|manifest\+json|rss\+xml|speculationrules\+json|xml)|image\/svg\+xml)/;
export const isWorthCompressing = (headers: Headers) => COMPRESSED.test(headers.get("Content-Type") ?? "");
const MIN_COMPRESSED_BYTES = 500;
/** OK, not found, gone. */
const KEPT_STATUSES = new Set([200, 404, 410]);
/** The home page's 14.4 kB fit into a new connection's first round trip. Compression takes 30 ms on another thread. */
const BROTLI_AT_ONCE = 10;
/** While other pages are waiting: 15.9 kB in 3 ms. */
const BROTLI_CROWDED = 5;
/** For a single client: 10% larger in a third of the time. */
const BROTLI_LATE = 1;
const GZIP_LATE = 1;
const BROTLI_POLISHED = 11;
/** These headers are set here, or belong to a connection, an encoding or a visitor. */
const NOT_THE_PAGES = new Set(["cache-control", "connection", "content-encoding", "content-length", "date"])
  .add("set-cookie")
  .add("vary")
  // A cached page has its own tag.
  .add("etag");

/**
 * Reads a whole response and prepares it for sending.
 * @param options.maxBytes larger responses aren't cached
 * @param options.isCrowded whether to compress fast, because other pages are waiting
 * @param options.before the URL's previous page, whose compressed bytes are reused if nothing changed
 */
export async function finishPage(
  response: Response,
  { maxBytes, before, isCrowded }: { maxBytes: number; before?: Page; isCrowded?: boolean },
): Promise<Page> {
  const identity = Buffer.from(await response.arrayBuffer());
  const { headers, status } = response;
  const cacheControl = headers.get("Cache-Control") ?? "no-cache";
  const expires = headers.get("Expires");
  const isMoved = headers.has("Location");
  const isWhole =
    (KEPT_STATUSES.has(status) || (isMoved && status === 301)) &&
    !/no-store|private/.test(cacheControl) &&
    !headers.has("Set-Cookie");
  const isKeepable = isWhole && identity.length <= maxBytes;
  const isCompressible = isWorthCompressing(headers) && identity.length >= MIN_COMPRESSED_BYTES;
  const own: string[] = ["Cache-Control", cacheControl];
  for (const [name, value] of headers) {
    if (!NOT_THE_PAGES.has(name)) own.push(name, value);
  }
  const isSame = isKeepable && before?.bodies.identity.equals(identity);
  const [br, zipped] = isSame
    ? [before?.bodies.br, before?.bodies.gzip]
    : isKeepable && isCompressible
      ? await Promise.all([
          compressBrotli(identity, isCrowded || status !== 200 ? BROTLI_CROWDED : BROTLI_AT_ONCE),
          promisify(gzip)(identity),
        ])
      : [];
  return finalizePage({
    status,
    own: isMoved ? own : [...own, "Vary", "Accept-Encoding"],
    bodies: { identity, br, gzip: zipped },
    expiresAt: expires ? Date.parse(expires) : Number.POSITIVE_INFINITY,
    isWhole,
    isKeepable,
    isCompressedLate: isCompressible && !isKeepable,
    isPolished: Boolean(isSame && before?.isPolished),
  });
}

/** Returns the page with the best compression. Takes 100 ms on another thread. */
export async function polishPage(page: Page): Promise<Page> {
  if (!page.bodies.br || page.isPolished) return page;
  const br = await compressBrotli(page.bodies.identity, BROTLI_POLISHED);
  const headers = { ...page.headers, br: [...page.headers.br] };
  headers.br[headers.br.indexOf("Content-Length") + 1] = String(br.length);
  return {
    ...page,
    headers,
    bodies: { ...page.bodies, br },
    isPolished: true,
    bytes: page.bytes - page.bodies.br.length + br.length,
  };
}

/**
 * Sends a page in an encoding that the client accepts, or a 304.
 * @param extra headers for this response only
 */
export function sendPage(page: Page, req: IncomingMessage, res: ServerResponse, extra: string[] = []): void {
  const { headers } = req;
  const same = headers["if-none-match"];
  if (same !== undefined && page.status === 200 && page.etag && holds(same, page.etag)) {
    res.writeHead(304, [...page.unchanged, ...extra]);
    res.end();
    return;
  }
  let encoding = chooseEncoding(headers["accept-encoding"]);
  if (!page.bodies[encoding]) {
    if (page.isCompressedLate && req.method !== "HEAD") {
      sendCompressed(page, encoding, res, extra);
      return;
    }
    encoding = "identity";
  }
  const own = page.headers[encoding];
  res.writeHead(page.status, extra.length ? [...own, ...extra] : own);
  if (req.method === "HEAD") res.end();
  else res.end(page.bodies[encoding]);
}

/** Compresses on this thread, because handing 30 kB to another one takes just as long. */
function sendCompressed(page: Page, encoding: Encoding, res: ServerResponse, extra: string[]) {
  const { identity } = page.bodies;
  const body =
    encoding === "br"
      ? brotliCompressSync(identity, brotliOptions(identity, BROTLI_LATE))
      : gzipSync(identity, { level: GZIP_LATE });
  const headers = ["Content-Encoding", encoding, "Content-Length", String(body.length)];
  res.writeHead(page.status, [...page.own, ...headers, ...extra]);
  res.end(body);
}

type Draft = Pick<Page, "status" | "own" | "bodies" | "expiresAt" | "isKeepable"> &
  Partial<Pick<Page, "isWhole" | "isCompressedLate" | "isPolished">>;

/**
 * Adds the ETag, and the encoding and length of each body.
 * @param draft.own the response's headers, alternating name and value
 */
export function finalizePage(page: Draft): Page {
  const { own, isKeepable } = page;
  const { identity, br, gzip: zipped } = page.bodies;
  // All encodings share the tag, so it's weak.
  const etag = isKeepable
    ? `W/"${createHash("sha256").update(identity).digest("base64url").slice(0, 22)}"`
    : "";
  const tagged = page.status === 200 && etag ? [...own, "ETag", etag] : own;
  const of = (encoding: Encoding, body: Buffer | undefined) => [
    ...tagged,
    ...(encoding === "identity" ? [] : ["Content-Encoding", encoding]),
    "Content-Length",
    String((body ?? identity).length),
  ];
  return {
    isWhole: true,
    isCompressedLate: false,
    isPolished: false,
    ...page,
    etag,
    headers: { br: of("br", br), gzip: of("gzip", zipped), identity: of("identity", identity) },
    unchanged: tagged,
    bytes: identity.length + (br?.length ?? 0) + (zipped?.length ?? 0),
  };
}

const brotliOptions = (bytes: Buffer, quality: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    // Makes fresh pages 0.7% smaller in the same time (all pages of the demo, quality 10).
    [constants.BROTLI_PARAM_NPOSTFIX]: 3,
  },
});
const compressBrotli = (bytes: Buffer, quality: number) =>
  promisify(brotliCompress)(bytes, brotliOptions(bytes, quality));

const holds = (sent: string, etag: string) =>
  sent === etag || sent.trim() === "*" || sent.split(",").some((one) => weak(one) === weak(etag));
const weak = (tag: string) => tag.trim().replace(/^W\//, "");

/** Earlier results by header: browsers send only a handful of different headers. */
const chosen = new Map<string | undefined, Encoding>();
const MAX_CHOSEN = 100;

/** Returns the smallest encoding that an Accept-Encoding header allows. */
export function chooseEncoding(header: string | string[] | undefined): Encoding {
  const spelled = String(header ?? "");
  const known = chosen.get(spelled);
  if (known) return known;
  const accepted = spelled
    .toLowerCase()
    .split(",")
    .map((one) => one.trim())
    .filter((one) => !/;\s*q=0(\.0*)?$/.test(one))
    .map((one) => one.split(";")[0]!.trim());
  const encoding = (["br", "gzip"] as const).find((one) => accepted.includes(one)) ?? "identity";
  if (chosen.size < MAX_CHOSEN) chosen.set(spelled, encoding);
  return encoding;
}
