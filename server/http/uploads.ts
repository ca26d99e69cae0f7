// `PUT media/upload`: streams an image to disk instead of into memory. With `from`, it copies another website's image.
import fs from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { mediaRefusals } from "../../app/copy/media-refusals.ts";
import { refusals } from "../../app/copy/refusals.ts";
import { type FetchedImage, fileOf } from "../../app/features/import/images.server.ts";
import { addImage, addReplacement } from "../../app/features/media/files.server.ts";
import { originalKey } from "../../app/features/media/keys.ts";
import { findMedia, findMediaByHash } from "../../app/features/media/queries.owner.server.ts";
import { openStore, StoreUnavailable, tmpFolder } from "../../app/features/media/store.server.ts";
import { MAX_BYTES, nameOfFile, receiveFile, UploadRefused } from "../../app/features/media/upload.server.ts";
import { sessionMark } from "../../app/features/sign-in/actor.server.ts";
import { isFromPanelPage } from "../../app/features/sign-in/panel-page.server.ts";
import { findSignedIn, sessionIdOf } from "../../app/features/sign-in/session.server.ts";
import { hasRight } from "../../app/features/staff/rights.ts";
import type { Config } from "../../app/platform/config.server.ts";
import type { Database } from "../../app/platform/database/database.server.ts";
import { countAttempt } from "../../app/platform/database/rate-limit.server.ts";
import { inNameOf } from "../../app/platform/database/session-writes.server.ts";
import { describeProblem } from "../../app/platform/http/fault.server.ts";
import { networkOf } from "../../app/platform/http/network.ts";
import type { Log } from "../../app/platform/log.server.ts";
import { IMAGE_ID } from "../../app/platform/text/image.ts";
import { checkRoom } from "../backup/room.ts";
import { refusalOf } from "../images/refusal.ts";
import { fetchInChild } from "../import/parent.ts";
import { refuse } from "./refuse.ts";
import { abortedWith, toHeaders } from "./request.ts";
import { SECURITY_HEADERS } from "./security-headers.ts";
import { askSession } from "./writes.ts";

/** Each upload holds a file descriptor and a chunk of its file. */
const AT_ONCE = 8;
const BUSY_SECONDS = 3;
/** Each copy runs in its own process. */
const COPIES_AT_ONCE = 2;
const LIMIT = { name: "picture upload", points: 2_000, seconds: 3_600 };
/** An upload is aborted if it stalls this long, or is slower than `SLOWEST` bytes per second. */
const SILENT_MS = 30_000;
const SLOWEST = 10 * 1024;
const AT_LEAST_MS = 60_000;
/** Browsers read the response to a refused upload only after sending all of it, so up to this much is drained. */
const REFUSED = { bytes: 2 * MAX_BYTES, ms: 60_000 };

type Site = { db: Database; config: Config; log: Log };

/**
 * Creates the upload handler, which checks the sender before reading the body.
 * @param site.db the owner's handle
 */
export function uploadReceiver({ db, config, log }: Site) {
  const store = openStore(config);
  const folder = tmpFolder(config.dataDir);
  let running = 0;
  let copying = 0;

  /** Downloads another website's image. @throws UploadRefused if there's none (422) or too many are copied (503) */
  async function copyFrom(address: string, signal: AbortSignal) {
    if (copying >= COPIES_AT_ONCE) throw new UploadRefused(503, mediaRefusals.busy);
    copying++;
    const all: FetchedImage[] = [];
    try {
      await fetchInChild([address], async (image) => void all.push(image), { db, config, signal });
    } finally {
      copying--;
    }
    const [fetched] = all;
    if (!fetched) throw new UploadRefused(422, mediaRefusals.brokenOff);
    if ("reason" in fetched) throw new UploadRefused(422, fetched.reason);
    return fetched;
  }

  async function receive(req: IncomingMessage, url: URL, person: string | null, signal: AbortSignal) {
    const session = await sessionIdOf(new Request(url, { headers: toHeaders(req) }));
    const named = session ? inNameOf(db, sessionMark(session), undefined, person) : db;
    const replaced = url.searchParams.get("replace");
    if (replaced !== null && !(IMAGE_ID.test(replaced) && (await findMedia(db, replaced))))
      throw new UploadRefused(409, mediaRefusals.gone);
    const from = url.searchParams.get("from");
    const length = from === null ? Number(req.headers["content-length"] ?? MAX_BYTES) : MAX_BYTES;
    await checkRoom(config.dataDir, Math.min(length, MAX_BYTES));
    const received = from === null ? await receiveFile(bodyOf(req), folder) : await copyFrom(from, signal);
    try {
      const { sha256 } = received;
      const isSecond = url.searchParams.get("keep") === "second";
      const known = replaced === null && !isSecond ? await findMediaByHash(db, sha256) : null;
      if (known) return { status: 200, answer: { image: known, isKnown: true } };
      await store.put(originalKey(sha256), received.file, "application/octet-stream");
      if (replaced !== null && !(await addReplacement(named, replaced, received)))
        throw new UploadRefused(409, mediaRefusals.gone);
      const id =
        replaced ??
        (await addImage(named, nameOfFile(url.searchParams.get("name") ?? fileOf(from ?? "")), received));
      return { status: 201, answer: { image: await findMedia(db, id) } };
    } finally {
      await fs.rm(received.file, { force: true });
    }
  }

  return async function answerUpload(
    req: IncomingMessage,
    res: ServerResponse,
    url: URL,
    { ip, extra = [] }: { ip: string; extra?: string[] },
  ) {
    const say = (status: number, message: string, headers: Record<string, string> = {}) =>
      refuse(req, res, status, message, headers);
    const sayToOwner = (status: number, message: string, headers: Record<string, string> = {}) =>
      refuse(req, res, status, message, headers, REFUSED);
    const isOwner = await askSession({ db, log }, req, url, ip);
    if (typeof isOwner === "object") return say(isOwner.status, isOwner.message, isOwner.headers);
    if (!isOwner) return say(401, refusals.loggedOut);
    const who = await findSignedIn(db, new Request(url, { headers: toHeaders(req) }));
    if (!who || !hasRight(who.role, "content")) return say(404, refusals.nothing);
    if (!(await isFromPanelPage({ headers: toHeaders(req), method: "PUT" }, db)))
      return say(403, refusals.notFromPanel);
    if (Number(req.headers["content-length"] ?? 0) > MAX_BYTES)
      return sayToOwner(413, mediaRefusals.tooLarge);
    const busy = { "Retry-After": String(BUSY_SECONDS) };
    if (running >= AT_ONCE) return say(503, mediaRefusals.busy, busy);
    running++;
    try {
      const seconds = await countAttempt(db, LIMIT, networkOf(ip));
      if (seconds > 0) return say(429, mediaRefusals.tooMany, { "Retry-After": String(seconds) });
      const { status, answer } = await receive(req, url, who.person, abortedWith(res));
      const body = JSON.stringify(answer);
      res.writeHead(status, [
        ...SECURITY_HEADERS,
        ...extra,
        ...["Cache-Control", "no-store"],
        ...["X-Robots-Tag", "noindex, nofollow"],
        ...["Content-Type", "application/json; charset=utf-8"],
        ...["Content-Length", String(Buffer.byteLength(body))],
      ]);
      res.end(body);
    } catch (error) {
      if (res.destroyed) return;
      const { status, message } = refusalOf(error) ?? { status: 503, message: refusals.fault };
      if (!refusalOf(error)) log.error(describeProblem(error), "An image couldn't be accepted");
      else if (error instanceof StoreUnavailable)
        log.error({ reason: error.message }, "An image couldn't be stored");
      sayToOwner(status, message, status === 503 ? busy : {});
    } finally {
      running--;
    }
  };
}

/** Yields a body's chunks. @throws UploadRefused if the body is too slow (408) or incomplete (400) */
async function* bodyOf(req: IncomingMessage): AsyncGenerator<Buffer> {
  const startedAt = performance.now();
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  const brokenOff = () => req.destroy(new UploadRefused(408, mediaRefusals.brokenOff));
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(brokenOff, SILENT_MS);
  };
  try {
    wait();
    // Browsers read a refusal only after sending the whole body.
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      wait();
      bytes += chunk.length;
      const ms = performance.now() - startedAt;
      if (ms > AT_LEAST_MS && bytes / ms < SLOWEST / 1000)
        throw new UploadRefused(408, mediaRefusals.brokenOff);
      yield chunk;
    }
    if (!req.complete) throw new UploadRefused(400, mediaRefusals.brokenOff);
  } finally {
    clearTimeout(timer);
  }
}
