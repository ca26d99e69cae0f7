// Decoders parse untrusted files, so the image process holds no secrets or connections. It ends itself if an image
// takes too much time or memory.
import os from "node:os";
import { NotAnImage, processImage } from "../../app/features/media/process.server.ts";
import { answer, receiveTask } from "../channel.ts";
import { watchOwn } from "../confined-process.ts";
import type { Stop } from "../graceful-shutdown.ts";

/** CPU time; wall-clock time may be much longer. */
const CPU_SECONDS = 60;
const MEMORY_BYTES = 1024 ** 3;

export async function runImageTask(stop: Stop) {
  yieldToOthers();
  const [{ image }] = await receiveTask<"image">(stop);
  const endWatch = watchOwn({ cpuSeconds: CPU_SECONDS, bytes: MEMORY_BYTES }, () =>
    // Decoding can only be aborted by ending the process.
    process.send?.({ is: "refused", reason: "tooHeavy" }, undefined, undefined, () => process.exit(0)),
  );
  try {
    await Promise.race([processImage(image, (progress) => answer({ is: "progress", progress })), stop.asked]);
    if (!stop.isAsked) answer({ is: "made" });
  } catch (error) {
    const { cause, message } = error as Error;
    if (error instanceof NotAnImage)
      answer({ is: "refused", reason: error.reason, detail: (cause as Error | undefined)?.message });
    else {
      process.stderr.write(`The image process failed: ${message}\n`);
      if ((error as NodeJS.ErrnoException).syscall) answer({ is: "failed", detail: message });
      stop.exitCode = 1;
    }
  } finally {
    endWatch();
  }
  stop.ask();
}

/** Lets visitors go first. With the lowest priority, an image might never be finished on a busy machine. */
function yieldToOthers() {
  try {
    os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // If lowering the priority isn't allowed, continue without it.
  }
}
