// `POST import/upload`: streams exports from a form to disk.
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import fs from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyHeaders } from "@fastify/busboy";
import { importWords } from "../../app/copy/panel/import.ts";
import { refusals } from "../../app/copy/refusals.ts";
import { addImport } from "../../app/features/import/runs.server.ts";
import { sessionMark } from "../../app/features/sign-in/actor.server.ts";
import { isPanelPost } from "../../app/features/sign-in/panel-page.server.ts";
import { findSignedIn, sessionIdOf } from "../../app/features/sign-in/session.server.ts";
import { hasRight } from "../../app/features/staff/rights.ts";
import type { Config } from "../../app/platform/config.server.ts";
import type { Database } from "../../app/platform/database/database.server.ts";
import { describeProblem } from "../../app/platform/http/fault.server.ts";
import { readWebsite } from "../../app/platform/http/website.ts";
import type { Log } from "../../app/platform/log.server.ts";
import { checkRoom, NoRoom } from "../backup/room.ts";
import { PANEL } from "../http/panel-path.ts";
import { refuse } from "../http/refuse.ts";
import { toHeaders } from "../http/request.ts";
import { SECURITY_HEADERS } from "../http/security-headers.ts";
import { askSession } from "../http/writes.ts";

/** This limit is in CONTRACT "Limits". */
const MAX_BYTES = 300 * 1024 * 1024;
const MAX_FILES = 2_000;
const SILENT_MS = 30_000;

const { refused: words } = importWords;
type Refusal = keyof typeof words;

class Rejected extends Error {
  readonly code: Refusal;
  constructor(code: Refusal) {
    super(code);
    this.code = code;
  }
}

export const importFolder = (dataDir: string, id = "") => path.join(dataDir, "imports", id);

type Site = { db: Database; config: Config; log: Log };

/**
 * Creates the upload handler, which checks the sender before reading the body.
 * @param site.db the owner's handle
 */
export function importReceiver({ db, config, log }: Site) {
  let isBusy = false;

  return async function receiveImport(
    req: IncomingMessage,
    res: ServerResponse,
    url: URL,
    { ip, extra = [] }: { ip: string; extra?: string[] },
  ) {
    const isOwner = await askSession({ db, log }, req, url, ip);
    if (typeof isOwner === "object")
      return refuse(req, res, isOwner.status, isOwner.message, isOwner.headers);
    if (!isOwner) return refuse(req, res, 401, refusals.loggedOut);
    const who = await findSignedIn(db, new Request(url, { headers: toHeaders(req) }));
    if (!who || !hasRight(who.role, "everything")) return refuse(req, res, 404, refusals.nothing);
    const key = url.searchParams.get("key");
    if (!(await isPanelPost({ headers: toHeaders(req), method: "POST" }, db, key)))
      return refuse(req, res, 403, refusals.notFromPanel);
    if (Number(req.headers["content-length"] ?? 0) > MAX_BYTES) return refuse(req, res, 413, words.tooLarge);
    if (isBusy) return refuse(req, res, 503, words.busy, { "Retry-After": "60" });
    isBusy = true;
    const id = randomUUID();
    const folder = importFolder(config.dataDir, id);
    const go = (query: string) =>
      res
        .writeHead(303, [
          ...SECURITY_HEADERS,
          ...extra,
          ...["Cache-Control", "no-store", "Location", `${PANEL}/import?${query}`, "Content-Length", "0"],
        ])
        .end();
    try {
      await checkRoom(config.dataDir, Number(req.headers["content-length"] ?? MAX_BYTES));
      const { files, site } = await receiveForm(req, folder);
      const typed = site.trim() ? readWebsite(site) : null;
      if (site.trim() && !typed) throw new Rejected("badUrl");
      if (!files.length && !typed) throw new Rejected("noFile");
      const siteUrl = typed ? (typed.origin + typed.pathname).replace(/\/+$/, "") : "";
      const session = await sessionIdOf(new Request(url, { headers: toHeaders(req) }));
      const label = (files[0]?.name ?? typed!.host).slice(0, 200);
      await addImport(db, {
        id,
        label,
        siteUrl,
        files,
        session: session ? sessionMark(session) : "",
        person: who.person,
      });
      go(`id=${id}`);
    } catch (error) {
      await fs.rm(folder, { recursive: true, force: true });
      if (res.destroyed) return;
      const code = codeOf(error);
      if (!code) log.error(describeProblem(error), "An import couldn't be received");
      if (!code) refuse(req, res, 503, refusals.fault);
      else if (code === "tooLarge") refuse(req, res, 413, words.tooLarge);
      else go(`refused=${code}`);
    } finally {
      isBusy = false;
    }
  };
}

function codeOf(error: unknown): Refusal | null {
  if (error instanceof Rejected) return error.code;
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof NoRoom || code === "ENOSPC" || code === "EDQUOT") return "noRoom";
  return code === "ECONNRESET" || code === "ERR_STREAM_PREMATURE_CLOSE" ? "brokenOff" : null;
}

type Received = { files: { file: string; name: string; bytes: number }[]; site: string };

/** Writes the form's files to a folder, with numbers as names. Their original names are only for display. */
async function receiveForm(req: IncomingMessage, folder: string): Promise<Received> {
  if (!/^multipart\/form-data;.*boundary=./i.test(req.headers["content-type"] ?? ""))
    throw new Rejected("noFile");
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const received: Received = { files: [], site: "" };
  const form = new Busboy({
    headers: req.headers as BusboyHeaders,
    limits: { fields: 5, fieldSize: 2_000, files: MAX_FILES + 1, fileSize: MAX_BYTES },
  });
  const writing: Promise<unknown>[] = [];
  let bytes = 0;
  let rejected: Rejected | undefined;
  req.setTimeout(SILENT_MS, () => req.destroy(new Rejected("brokenOff")));
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) rejected ??= new Rejected("tooLarge");
  };
  form.on("field", (name, value) => {
    if (name === "site_url") received.site = value;
  });
  form.on("file", (_name, stream, name) => {
    // If no file was chosen, forms send an empty file without a name.
    if (received.files.length === MAX_FILES) rejected ??= new Rejected("tooMany");
    if (!name || rejected) return void stream.resume();
    const entry = { file: String(received.files.length), name: path.basename(name).slice(0, 200), bytes: 0 };
    received.files.push(entry);
    stream.on("data", (chunk: Buffer) => {
      entry.bytes += chunk.length;
    });
    const written = pipeline(
      stream,
      createWriteStream(path.join(folder, entry.file), { flags: "wx", mode: 0o600 }),
    );
    written.catch(() => {});
    writing.push(written);
  });
  req.on("data", count);
  // Only the form parser's errors have no code.
  await pipeline(req, form).catch((error) => {
    throw error.code ? error : new Rejected("brokenOff");
  });
  await Promise.all(writing);
  if (rejected) throw rejected;
  return received;
}
