// The job that creates a file's missing sizes, so it can run again at any time.
import { randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import { mediaRefusals } from "../../copy/media-refusals.ts";
import type { Database } from "../../platform/database/database.server.ts";
import type { Log } from "../../platform/log.server.ts";
import { showFile } from "./files.server.ts";
import { shareName, typeOfVariant, variantKey } from "./keys.ts";
import type { StoredVariant } from "./media.ts";
import type { ImageTask, Look, Made, Progress, RefusalName } from "./process.server.ts";
import type { Store } from "./store.server.ts";
import { media, media_files } from "./table.server.ts";

/** The task's name in the queue; a trigger of `media_files` adds it. */
export const MAKE_IMAGE = "make_picture";

/** How the work on an image ended; `detail` is for the log. */
export type ImageOutcome =
  | { is: "made" }
  | { is: "refused"; reason: RefusalName; detail?: string }
  | { is: "crashed"; detail: string };

type Tools = {
  store: Store;
  /** a folder on the store's disk for files being written */
  folder: string;
  work(
    task: ImageTask,
    onProgress: (progress: Progress) => void,
    signal?: AbortSignal,
  ): Promise<ImageOutcome>;
  log: Log;
  signal?: AbortSignal;
  /** from 1; a crashed process is retried once */
  attempt: number;
};

/** A crash may have been caused by something else; the second time it's the image. */
const CRASHES = 2;

/**
 * Creates a file's sizes and records them: the first ones as soon as they exist, which is also when a replacement takes
 * over, and the others together. An image that can't be processed is rejected with a reason.
 * @throws if it should be retried: on an error of the database or store, after a crash, or on an abort
 */
export async function makeImage(db: Database, fileId: string, tools: Tools): Promise<void> {
  const [row] = await db
    .select({ file: media_files, focalX: media.focal_x, focalY: media.focal_y, presentId: media.file_id })
    .from(media_files)
    .innerJoin(media, eq(media.id, media_files.media_id))
    .where(eq(media_files.id, fileId));
  if (!row || row.file.state === "refused") return;
  const { file, focalX, focalY } = row;
  const original = await tools.store.local(file.original_key);
  if (!original) return refuse(db, row, "lost");
  const folder = path.join(tools.folder, `variants-${randomUUID()}`);
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const work = keepWork(db, row, tools.store, folder);
    const have = file.variants.map(({ key }) => key.slice(key.lastIndexOf("/") + 1));
    const task = { file: original, folder, focalX, focalY, have };
    const outcome = await tools.work(task, (progress) => work.add(progress), tools.signal);
    await work.done();
    if (outcome.is === "made") return await work.finish(shareName(focalX, focalY));
    if (outcome.is === "crashed" && (tools.attempt < CRASHES || tools.signal?.aborted))
      throw new Error(`Image processing was interrupted: ${outcome.detail}`);
    tools.log.warn({ image: file.media_id, ...outcome }, "An image was rejected");
    await refuse(db, row, outcome.is === "refused" ? outcome.reason : "crashed");
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

type FileRow = { file: typeof media_files.$inferSelect; presentId: string };

/**
 * A rejected replacement never takes over; a rejected current file has nothing to show. A file that already has sizes
 * keeps them, since only additional ones were missing.
 */
async function refuse(db: Database, { file, presentId }: FileRow, reason: RefusalName) {
  if (file.variants.length) {
    const inline_avif = file.inline_avif ?? "";
    await db.update(media_files).set({ state: "ready", inline_avif }).where(eq(media_files.id, file.id));
    return;
  }
  await db
    .update(media_files)
    .set({
      ...{ state: "refused", reason: mediaRefusals[reason], variants: [] },
      replaced_at: file.id === presentId ? undefined : new Date(),
    })
    .where(eq(media_files.id, file.id));
}

/** Stores and records the results of a job in the order in which they arrive. */
function keepWork(db: Database, { file, presentId }: FileRow, store: Store, folder: string) {
  let variants = file.variants;
  let look: Look | undefined;
  let last: Promise<void> = Promise.resolve();
  let fault: unknown;

  const write = async (values: Partial<typeof media_files.$inferInsert>) => {
    await db
      .update(media_files)
      .set({ ...look, ...values })
      .where(eq(media_files.id, file.id));
  };
  const put = async ({ name, ...made }: Made): Promise<StoredVariant> => {
    const key = variantKey(file.sha256, name);
    await store.put(key, path.join(folder, name), typeOfVariant(name));
    return { ...made, key };
  };
  const take = async (progress: Progress) => {
    if (fault) return;
    if ("look" in progress) {
      look = progress.look;
      return;
    }
    const isFirst = variants.length === 0;
    for (const one of progress.made) variants = [...variants, await put(one)];
    if (!isFirst || !variants.length) return;
    await write({ variants });
    if (file.id !== presentId && !file.replaced_at) await showFile(db, file.id, true);
  };
  return {
    add(progress: Progress) {
      last = last
        .then(() => take(progress))
        .catch((error: unknown) => {
          fault ??= error;
        });
    },
    /** Throws if storing a result failed. */
    async done() {
      await last;
      if (fault) throw fault;
    },
    /** @param share the name of the current share image */
    finish: (share: string) =>
      write({
        variants: variants.filter(({ format, key }) => format !== "jpeg" || key.endsWith(`/${share}`)),
        ...{ state: "ready", reason: "" },
      }),
  };
}
