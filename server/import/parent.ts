import fs from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import { demo } from "../../app/copy/panel/demo.ts";
import type { FetchedImage } from "../../app/features/import/images.server.ts";
import {
  claimImport,
  findRead,
  finishStep,
  type ImportRun,
  noteProgress,
  releaseImport,
  stageItems,
} from "../../app/features/import/runs.server.ts";
import { storeImport } from "../../app/features/import/store.server.ts";
import { imports } from "../../app/features/imported/table.server.ts";
import { openStore, tmpFolder } from "../../app/features/media/store.server.ts";
import { readSettings } from "../../app/features/settings/queries.server.ts";
import type { Config } from "../../app/platform/config.server.ts";
import type { Database, Databases } from "../../app/platform/database/database.server.ts";
import type { Log } from "../../app/platform/log.server.ts";
import { storable } from "../../app/platform/text/parse-json.ts";
import type { Asker, ImportAnswer } from "../channel.ts";
import { runConfined } from "../confined-process.ts";
import { importFolder } from "./receive.ts";

type Tools = { config: Config; databases: Databases; log: Log };

/** V8's heap in MB. */
const HEAP = 320;
const LONGEST_MS = 30 * 60_000;
const FETCH_MS = 10 * 60_000;
/** If the process crashes, it's started this many times in all. */
const TRIES = 3;
const HEARTBEAT_MS = 5_000;
/** How often to look for uploads, because the job may run on another machine, which doesn't have them. */
const LOOK_MS = 5_000;
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Runs imports, one at a time. Aborting `stopping` ends the running one, which resumes at the next start.
 * @returns `check` starts a pending import; `ended` resolves when none is running
 */
export function manageImports(tools: Tools, stopping: AbortSignal) {
  const { owner: db } = tools.databases;
  let running: Promise<void> | undefined;
  const { dataDir } = tools.config;
  const uploaded = async () =>
    (await fs.readdir(importFolder(dataDir)).catch(() => [])).filter((name) => ID.test(name));
  const claim = async () => claimImport(db, await uploaded());
  const work = async () => {
    for (let run = await claim(); run && !stopping.aborted; run = await claim())
      await workOn(run, tools, stopping);
    // An import may have been canceled before its turn.
    for (const id of await findRead(db, await uploaded()))
      await fs.rm(importFolder(dataDir, id), { recursive: true, force: true });
  };
  const check = async () => {
    if (running || stopping.aborted) return;
    running = work()
      .catch((error) => tools.log.error({ err: error }, "Imports couldn't be worked on"))
      .finally(() => {
        running = undefined;
      });
  };
  const look = setInterval(async () => (await uploaded()).length && check(), LOOK_MS);
  stopping.addEventListener("abort", () => clearInterval(look));
  return {
    check,
    ended: () => running ?? Promise.resolve(),
  };
}

async function workOn(run: ImportRun, tools: Tools, stopping: AbortSignal) {
  const { owner: db } = tools.databases;
  const { import_id: id, state } = run;
  const ended = new AbortController();
  const signal = AbortSignal.any([stopping, ended.signal]);
  const sign = setInterval(() => {
    noteProgress(db, id).then(
      (isWanted) => isWanted || ended.abort(),
      () => {},
    );
  }, HEARTBEAT_MS);
  const startedAt = performance.now();
  try {
    if (state === "reading") await read(run, tools, signal);
    else await store(run, tools, signal);
    tools.log.info(
      { import: id, tookMs: Math.round(performance.now() - startedAt) },
      "An import made progress",
    );
  } catch (error) {
    if (signal.aborted) return;
    tools.log.error({ err: error, import: id }, "An import failed");
    await finishStep(db, id, "failed", {
      problem: "Something went wrong on this server. Try again in a minute.",
    });
  } finally {
    clearInterval(sign);
    const { config } = tools;
    if (stopping.aborted) await releaseImport(db, id).catch(() => {});
    else if (state === "reading")
      await fs.rm(importFolder(config.dataDir, id), { recursive: true, force: true });
  }
}

async function read(run: ImportRun, { config, databases: { owner: db } }: Tools, signal: AbortSignal) {
  const { import_id: id, site_url: siteUrl } = run;
  const folder = importFolder(config.dataDir, id);
  const files = run.files.map(({ file, name }) => ({ path: path.join(folder, file), name }));
  const asker = await askerOf(db, config);
  if (!asker && !files.length) return finishStep(db, id, "failed", { problem: noRequests(config) });
  const task = { do: "read-export", files, siteUrl, asker } as const;
  let count = 0;
  let last: ImportAnswer | undefined;
  // A restarted reader overwrites the items that were already staged.
  for (let tries = 0; !last && tries < TRIES && !signal.aborted; tries++) {
    count = 0;
    let stored: Promise<unknown> = Promise.resolve();
    const broken = new AbortController();
    const limits = { heap: HEAP, longestMs: LONGEST_MS, signal: AbortSignal.any([signal, broken.signal]) };
    await runConfined("import", task, limits, (answer, reply) => {
      if (answer.is === "source-read" || answer.is === "unreadable") last = answer;
      if (answer.is !== "items") return;
      stored = stored
        .then(async () => {
          await stageItems(db, id, answer.items, count);
          count += answer.items.length;
          if (await noteProgress(db, id, { done: count })) reply({ say: "go on" });
          else broken.abort();
        })
        .catch((error) => broken.abort(error));
    });
    await stored;
    const { reason } = broken.signal;
    if (reason instanceof Error && reason.name !== "AbortError") throw reason;
    if (broken.signal.aborted) return;
  }
  if (signal.aborted) return;
  if (last?.is === "source-read") {
    const summary = storable(last.summary);
    await db
      .update(imports)
      .set({ label: URL.parse(summary.siteUrl)?.host || summary.siteTitle || run.label })
      .where(eq(imports.id, id));
    const isEmpty = count === 0 && summary.left.length === 0;
    if (isEmpty) await finishStep(db, id, "failed", { problem: "We found no posts or pages to import." });
    else await finishStep(db, id, "ready", { summary, site_url: summary.siteUrl });
  } else await finishStep(db, id, "failed", { problem: last?.is === "unreadable" ? last.reason : CRASHED });
}

const noRequests = (config: Config) =>
  config.demo ? demo.noRequests : "This server doesn't request other sites (AUDIT=off).";

/** Returns null if the server may not request other sites. */
async function askerOf(db: Database, { siteUrl, audit }: Config): Promise<Asker | null> {
  if (!audit) return null;
  const { site_title: siteTitle } = await readSettings(db);
  return { siteUrl, siteTitle, testNet: audit.testNet };
}

const CRASHED = "This file couldn't be read: it took too much memory or time. Export fewer posts at a time.";

async function store(run: ImportRun, { config, databases: { owner: db } }: Tools, signal: AbortSignal) {
  const { import_id: id } = run;
  const isDone = await storeImport(db, run, {
    fetchImages: (urls, take) => fetchInChild(urls, take, { db, config, signal }),
    store: openStore(config),
    siteUrl: config.siteUrl,
    progress: async (done, total) => (await noteProgress(db, id, { done, total })) && !signal.aborted,
  });
  if (isDone) await finishStep(db, id, "stored");
}

/** Downloads images to the folder for temporary files, in a separate process. Images still missing after three tries count as failed. */
export async function fetchInChild(
  urls: readonly string[],
  take: (image: FetchedImage) => Promise<void>,
  { db, config, signal }: { db: Database; config: Config; signal: AbortSignal },
): Promise<void> {
  const left = new Set(urls);
  const failLeft = async (reason: string) => {
    for (const url of left) await take({ url, reason });
  };
  const asker = await askerOf(db, config);
  if (!asker) return failLeft(noRequests(config));
  const asked = { folder: tmpFolder(config.dataDir), ...asker };
  for (let tries = 0; left.size && tries < TRIES && !signal.aborted; tries++) {
    let stored: Promise<unknown> = Promise.resolve();
    let failure: unknown;
    await runConfined(
      "import",
      { do: "fetch-images", images: { urls: [...left], ...asked } },
      { heap: HEAP, longestMs: FETCH_MS, signal },
      (answer) => {
        if (answer.is !== "fetched") return;
        left.delete(answer.image.url);
        stored = stored
          .then(() => take(answer.image))
          .catch((error) => {
            failure ??= error;
          });
      },
    );
    await stored;
    if (failure) throw failure;
  }
  if (!signal.aborted) await failLeft("It couldn't be read.");
}
