// The job that makes a file's variants: what is missing of them, so that it can be done again at any time.
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
import type { Look, Made, PictureTask, Progress, RefusalName } from "./process.server.ts";
import type { Store } from "./store.server.ts";
import { media, media_files } from "./table.server.ts";

/** The task's name in the queue; a trigger of `media_files` adds it. */
export const MAKE_PICTURE = "make_picture";

/** How the work on a picture ended; `detail` is for the log. */
export type PictureOutcome =
  | { is: "made" }
  | { is: "refused"; reason: RefusalName; detail?: string }
  | { is: "crashed"; detail: string };

type Tools = {
  store: Store;
  /** a folder of the store's disk for files that are being written */
  folder: string;
  work(
    task: PictureTask,
    onProgress: (progress: Progress) => void,
    signal?: AbortSignal,
  ): Promise<PictureOutcome>;
  log: Log;
  signal?: AbortSignal;
  /** from 1; a process that broke off is tried once more */
  attempt: number;
};

/** A process that breaks off may have been killed for another's sake: the second time it is the picture. */
const CRASHES = 2;

/**
 * Makes the variants of a file and writes them down: the first ones as soon as they are there, which is also when a
 * replacement takes its place, the others together. A picture that cannot be worked on is refused with its reason.
 * @throws where it is to be tried again: on a fault of database or store, where the process broke off, on an abort
 */
export async function makePicture(db: Database, fileId: string, tools: Tools): Promise<void> {
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
    tools.log.warn({ picture: file.media_id, ...outcome }, "An image was rejected");
    await refuse(db, row, outcome.is === "refused" ? outcome.reason : "crashed");
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

type FileRow = { file: typeof media_files.$inferSelect; presentId: string };

/**
 * A replacement that is refused never takes its place; a present file that is refused has nothing to show. One of which
 * there are variants already goes on with those: what was to be made was something more.
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

/** What comes of one piece of work, put into the store and written down in the order in which it comes. */
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
    /** @throws what went wrong with a part */
    async done() {
      await last;
      if (fault) throw fault;
    },
    /** @param share the name of the picture for sharing that is the present one */
    finish: (share: string) =>
      write({
        variants: variants.filter(({ format, key }) => format !== "jpeg" || key.endsWith(`/${share}`)),
        ...{ state: "ready", reason: "" },
      }),
  };
}
