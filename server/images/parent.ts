import type { ImageOutcome } from "../../app/features/media/file-job.server.ts";
import type { ImageTask, Progress } from "../../app/features/media/process.server.ts";
import { runConfined } from "../confined-process.ts";

/** V8's heap in MB, which doesn't include images. */
const HEAP = 64;
/** Limits wall-clock time. The process limits its own CPU time. */
const LONGEST_MS = 10 * 60_000;

/**
 * Processes an image in a separate process. Never rejects.
 * @param onProgress called with each finished part of the result, in order
 * @param signal kills the process
 */
export async function processImageInChild(
  image: ImageTask,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal | undefined,
): Promise<ImageOutcome> {
  let outcome: ImageOutcome | undefined;
  const limits = { heap: HEAP, longestMs: LONGEST_MS, signal };
  const detail = await runConfined("image", { do: "image", image }, limits, (message) => {
    if (message.is === "progress") onProgress(message.progress);
    else if (message.is === "made" || message.is === "refused" || message.is === "failed") outcome = message;
  });
  return outcome ?? { is: "crashed", detail };
}
