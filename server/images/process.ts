// Starts the image process and passes on its messages.
import type { ImageOutcome } from "../../app/features/media/file-job.server.ts";
import type { ImageTask, Progress } from "../../app/features/media/process.server.ts";
import { runConfined } from "../confined-process.ts";

/** In MB; images aren't in V8's memory. */
const HEAP = 64;
/** CPU time is limited in the process itself. */
const LONGEST_MS = 10 * 60_000;

/**
 * Processes an image in a separate process.
 * @param onProgress called with each part, in order
 * @param signal kills the process
 * @returns how it ended; it never rejects
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
    else if (message.is === "made" || message.is === "refused") outcome = message;
  });
  return outcome ?? { is: "crashed", detail };
}
