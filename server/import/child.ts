// Exports, websites and images may be hostile, so the import process holds no secrets and no database connection.
import os from "node:os";
import { readExport } from "../../app/features/import/read-export.server.ts";
import { readSite, withLivePages } from "../../app/features/import/read-live.server.ts";
import {
  emptySummary,
  type SourceItem,
  type SourceSummary,
  UnreadableSource,
} from "../../app/features/imported/item.ts";
import { type Answer, onWord, receiveTask, type Task } from "../channel.ts";
import { watchOwn } from "../confined-process.ts";
import type { Stop } from "../graceful-shutdown.ts";
import { fetchImages } from "./fetch-images.ts";
import { openOldSite } from "./old-site.ts";

const CPU_SECONDS = 600;
const MEMORY_BYTES = 512 * 1024 ** 2;
/** Items per message. The next batch is read only once this one has been stored. */
const AT_ONCE = 25;

export async function runImportTask(stop: Stop) {
  try {
    os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // If lowering the priority isn't allowed, continue without it.
  }
  const [task] = await receiveTask<"read-export" | "fetch-images">(stop);
  watchOwn({ cpuSeconds: CPU_SECONDS, bytes: MEMORY_BYTES }, () =>
    process.send?.({ is: "unreadable", reason: TOO_LARGE }, undefined, undefined, () => process.exit(1)),
  );
  // If the parent process is killed, `work` waits forever.
  await Promise.race([work(task), stop.asked]);
  stop.ask();
}

type ImportTask = Extract<Task, { do: "read-export" | "fetch-images" }>;

function work(task: ImportTask): Promise<void> {
  if (task.do === "fetch-images") return fetchImages(task.images, (image) => say({ is: "fetched", image }));
  const summary = { ...emptySummary(), siteUrl: task.siteUrl };
  return passOn(read(task, summary), summary);
}

function read(
  { files, siteUrl, asker }: Extract<Task, { do: "read-export" }>,
  summary: SourceSummary,
): AsyncIterable<SourceItem> {
  const site = asker && openOldSite(asker);
  const isOnline = files.length === 0;
  const items = isOnline && site ? readSite(siteUrl, site, summary) : readExport(files, summary);
  return withLivePages(items, site, summary, isOnline);
}

const TOO_LARGE =
  "Reading this took more than 512 MB of memory or 10 minutes. Export fewer posts at a time, for example one year.";

/** Sends items in batches, each once the previous one has been stored. */
async function passOn(items: AsyncIterable<SourceItem>, summary: SourceSummary) {
  let ready = () => {};
  onWord("go on", () => ready());
  let batch: SourceItem[] = [];
  const send = async () => {
    const stored = new Promise<void>((resolve) => {
      ready = resolve;
    });
    await say({ is: "items", items: batch });
    batch = [];
    await stored;
  };
  try {
    for await (const item of items) {
      batch.push(item);
      if (batch.length === AT_ONCE) await send();
    }
    if (batch.length) await send();
    await say({ is: "source-read", summary });
  } catch (error) {
    if (!(error instanceof UnreadableSource))
      process.stderr.write(`An import couldn't be read: ${(error as Error).stack}\n`);
    const reason =
      error instanceof UnreadableSource ? error.message : "This file couldn't be read. Export it again.";
    await say({ is: "unreadable", reason });
  }
}

const say = (answer: Answer) =>
  new Promise<void>((resolve) => process.send?.(answer, undefined, undefined, () => resolve()));
