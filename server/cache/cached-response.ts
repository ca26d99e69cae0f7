// A finished answer: its headers and its bytes, once for each way a client may take them.
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

type Encoding = "br" | "gzip" | "identity";

/** An answer that may be sent any number of times. */
export type Page = {
  status: number;
  /** what it says of itself in whatever encoding, name and value by turns */
  own: string[];
  /** name and value by turns, as Node writes them without looking: those of each encoding */
  headers: Record<Encoding, string[]>;
  /** those of an answer that says nothing has changed */
  unchanged: string[];
  /** empty where it is not kept */
  etag: string;
  /** the compressed ones are missing where compression is not for this type, or not worth it */
  bodies: { identity: Buffer; br?: Buffer; gzip?: Buffer };
  /** of the clock, ms */
  expiresAt: number;
  /** whether it is what stands at its address for everybody, and no fault or a page that lacks something */
  isWhole: boolean;
  /** whether others may be given it too */
  isKeepable: boolean;
  /** whether it is compressed each time that it is sent, since it is not kept */
  isCompressedLate: boolean;
  /** whether it is in as few bytes as can be */
  isPolished: boolean;
  /** what it takes in memory */
  bytes: number;
};

/** Text; pictures are compressed by their own formats. */
const COMPRESSED =
  /^(text\/|application\/(json|ld\+json|manifest\+json|rss\+xml|speculationrules\+json|xml)|image\/svg\+xml)/;
export const isWorthCompressing = (headers: Headers) => COMPRESSED.test(headers.get("Content-Type") ?? "");
const MIN_COMPRESSED_BYTES = 500;
/** A page, one that is not there, one that is gone for good. */
const KEPT_STATUSES = new Set([200, 404, 410]);
/** The home page in 14.3 kB, which is one flight of a new connection, at 30 ms of another thread. */
const BROTLI_AT_ONCE = 10;
/** Where others wait too: 15.8 kB at 3 ms. */
const BROTLI_CROWDED = 5;
/** For one client only: a tenth larger, at a third of the time. */
const BROTLI_LATE = 1;
const GZIP_LATE = 1;
const BROTLI_POLISHED = 11;
/** Headers of a connection, of an encoding or of one visitor, which are not the page's, and those written here. */
const NOT_THE_PAGES = new Set(["cache-control", "connection", "content-encoding", "content-length", "date"])
  .add("set-cookie")
  .add("vary")
  // A kept page has a tag of its own.
  .add("etag");

/**
 * Reads an answer to its end and makes it ready to be sent. What others may be given too is compressed for all of them.
 * @param options.maxBytes a larger one is for this request only
 * @param options.isCrowded whether other pages are being made too: it is compressed quickly then
 * @param options.before the page that stood at its address: where nothing in it has changed, its compressed bytes serve
 *   again
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

/** The same page in fewest bytes. Takes a tenth of a second of another thread. */
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
 * Sends a page in the encoding that the client takes, or tells it that its own copy still holds.
 * @param extra headers of this request's own, name and value by turns
 * @returns a promise where the page is compressed first
 */
export function sendPage(
  page: Page,
  req: IncomingMessage,
  res: ServerResponse,
  extra: string[] = [],
): undefined | Promise<void> {
  const { headers } = req;
  const same = headers["if-none-match"];
  if (same !== undefined && page.status === 200 && page.etag && holds(same, page.etag)) {
    res.writeHead(304, [...page.unchanged, ...extra]);
    res.end();
    return;
  }
  let encoding = chooseEncoding(headers["accept-encoding"]);
  if (!page.bodies[encoding]) {
    if (page.isCompressedLate && req.method !== "HEAD") return sendCompressed(page, encoding, res, extra);
    encoding = "identity";
  }
  const own = page.headers[encoding];
  res.writeHead(page.status, extra.length ? [...own, ...extra] : own);
  if (req.method === "HEAD") res.end();
  else res.end(page.bodies[encoding]);
}

async function sendCompressed(page: Page, encoding: Encoding, res: ServerResponse, extra: string[]) {
  const { identity } = page.bodies;
  const body =
    encoding === "br"
      ? await compressBrotli(identity, BROTLI_LATE)
      : await promisify(gzip)(identity, { level: GZIP_LATE });
  const headers = ["Content-Encoding", encoding, "Content-Length", String(body.length)];
  res.writeHead(page.status, [...page.own, ...headers, ...extra]);
  res.end(body);
}

type Draft = Pick<Page, "status" | "own" | "bodies" | "expiresAt" | "isKeepable"> &
  Partial<Pick<Page, "isWhole" | "isCompressedLate" | "isPolished">>;

/**
 * Writes the headers of a finished answer: its tag, and for each encoding what it is called and how long it is.
 * @param draft.own the answer's own headers, name and value by turns
 */
export function finalizePage(page: Draft): Page {
  const { own, isKeepable } = page;
  const { identity, br, gzip: zipped } = page.bodies;
  // Weak: the same for every encoding of the page.
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

const compressBrotli = (bytes: Buffer, quality: number) =>
  promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  });

const holds = (sent: string, etag: string) =>
  sent === etag || sent.trim() === "*" || sent.split(",").some((one) => weak(one) === weak(etag));
const weak = (tag: string) => tag.trim().replace(/^W\//, "");

/** Browsers send a handful of spellings: each is read once. */
const chosen = new Map<string | undefined, Encoding>();
const MAX_CHOSEN = 100;

/** The smallest encoding that an Accept-Encoding header takes. */
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
