// The job that creates an image file's missing sizes. It's safe to rerun.
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
import type { RefusalName } from "./open-image.server.ts";
import type { ImageTask, Look, Made, Progress } from "./process.server.ts";
import type { Store } from "./store.server.ts";
import { media, media_files } from "./table.server.ts";

export const MAKE_IMAGE = "make_picture";

/** `detail` is for the log. `failed` means a disk error (`code`), which isn't the image's fault. */
export type ImageOutcome =
  | { is: "made" }
  | { is: "failed"; detail: string; code?: string }
  | { is: "refused"; reason: RefusalName; detail?: string }
  | { is: "crashed"; detail: string };

type Tools = {
  store: Store;
  /** folder for temporary files, on the store's disk */
  folder: string;
  work(
    task: ImageTask,
    onProgress: (progress: Progress) => void,
    signal?: AbortSignal,
  ): Promise<ImageOutcome>;
  log: Log;
  signal?: AbortSignal;
  /** starts at 1 */
  attempt: number;
  /** whether a file without sizes gets only the urgent ones */
  isStart: boolean;
};

/** From this attempt on, a crash rejects the image. The first crash may have had another cause. */
const CRASHES = 2;

/**
 * Creates a file's sizes. A replacement becomes the current file once its first sizes exist. Invalid images
 * are rejected with a reason.
 * @returns whether sizes are left to create
 * @throws if the job should be retried: on a database or store error, a crash or an abort
 */
export async function makeImage(db: Database, fileId: string, tools: Tools): Promise<boolean> {
  const [row] = await db
    .select({ file: media_files, focalX: media.focal_x, focalY: media.focal_y, presentId: media.file_id })
    .from(media_files)
    .innerJoin(media, eq(media.id, media_files.media_id))
    .where(eq(media_files.id, fileId));
  if (!row || row.file.state === "refused") return false;
  const { file, focalX, focalY } = row;
  const original = await tools.store.local(file.original_key);
  if (!original) {
    await refuse(db, row, "lost");
    return false;
  }
  const isStart = tools.isStart && !file.variants.length;
  const folder = path.join(tools.folder, `variants-${randomUUID()}`);
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const work = storeResults(db, row, tools.store, folder);
    const have = file.variants.map(({ key }) => key.slice(key.lastIndexOf("/") + 1));
    const task = { file: original, folder, focalX, focalY, have, isStart };
    const outcome = await tools.work(task, (progress) => work.add(progress), tools.signal);
    await work.done();
    if (outcome.is === "made") {
      if (!isStart) await work.finish(shareName(focalX, focalY));
      return isStart;
    }
    const isCrashRetried = tools.attempt < CRASHES || tools.signal?.aborted;
    if (outcome.is === "failed" || (outcome.is === "crashed" && isCrashRetried))
      throw new Error(`Image processing was interrupted: ${outcome.detail}`);
    tools.log.warn({ image: file.media_id, ...outcome }, "An image was rejected");
    await refuse(db, row, outcome.is === "refused" ? outcome.reason : "crashed");
    return false;
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

type FileRow = { file: typeof media_files.$inferSelect; presentId: string };

/** Rejects a file, or marks it as ready if it already has sizes. */
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

/** Stores results in the order in which they arrive. */
function storeResults(db: Database, { file, presentId }: FileRow, store: Store, folder: string) {
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
    async done() {
      await last;
      if (fault) throw fault;
    },
    /**
     * Marks the file as ready and removes outdated share images.
     * @param share name of the current share image
     */
    finish: (share: string) =>
      write({
        variants: variants.filter(({ format, key }) => format !== "jpeg" || key.endsWith(`/${share}`)),
        ...{ state: "ready", reason: "" },
      }),
  };
}
