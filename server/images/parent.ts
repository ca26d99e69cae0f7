import type { CropTask } from "../../app/features/media/crop-file.server.ts";
import type { ImageOutcome } from "../../app/features/media/file-job.server.ts";
import type { ImageTask, Progress } from "../../app/features/media/process.server.ts";
import type { Task } from "../channel.ts";
import { runConfined } from "../confined-process.ts";

/** V8's heap in MB, which doesn't include images. */
const HEAP = 64;
/** Limits wall-clock time. The process limits its own CPU time. */
const LONGEST_MS = 10 * 60_000;
/** Someone waits for a crop. */
const CROP_LONGEST_MS = 2 * 60_000;

/**
 * Processes an image in a separate process. Never rejects.
 * @param onProgress called with each finished part of the result, in order
 * @param signal kills the process
 */
export const processImageInChild = (
  image: ImageTask,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal | undefined,
): Promise<ImageOutcome> => run({ do: "image", image }, LONGEST_MS, signal, onProgress);

/** Works like `processImageInChild`, but rotates and crops an image. */
export const cropImageInChild = (crop: CropTask): Promise<ImageOutcome> =>
  run({ do: "crop", crop }, CROP_LONGEST_MS);

async function run(
  task: Task,
  longestMs: number,
  signal?: AbortSignal,
  onProgress?: (progress: Progress) => void,
): Promise<ImageOutcome> {
  let outcome: ImageOutcome | undefined;
  const detail = await runConfined("image", task, { heap: HEAP, longestMs, signal }, (message) => {
    if (message.is === "progress") onProgress?.(message.progress);
    else if (message.is === "made" || message.is === "refused" || message.is === "failed") outcome = message;
  });
  return outcome ?? { is: "crashed", detail };
}
