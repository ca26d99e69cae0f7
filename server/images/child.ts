// Decoders parse untrusted files, so the image process holds no secrets or connections. It ends itself if an image
// takes too much time or memory.
import os from "node:os";
import { cropImage } from "../../app/features/media/crop-file.server.ts";
import { NotAnImage } from "../../app/features/media/open-image.server.ts";
import { processImage } from "../../app/features/media/process.server.ts";
import { answer, receiveTask } from "../channel.ts";
import { watchOwn } from "../confined-process.ts";
import type { Stop } from "../graceful-shutdown.ts";

/** CPU time; wall-clock time may be much longer. */
const CPU_SECONDS = 60;
const MEMORY_BYTES = 1024 ** 3;

export async function runImageTask(stop: Stop) {
  yieldToOthers();
  const [task] = await receiveTask<"image" | "crop">(stop);
  const endWatch = watchOwn({ cpuSeconds: CPU_SECONDS, bytes: MEMORY_BYTES }, () =>
    // Decoding can only be aborted by ending the process.
    process.send?.({ is: "refused", reason: "tooHeavy" }, undefined, undefined, () => process.exit(0)),
  );
  try {
    const work =
      task.do === "crop"
        ? cropImage(task.crop)
        : processImage(task.image, (progress) => answer({ is: "progress", progress }));
    await Promise.race([work, stop.asked]);
    if (!stop.isAsked) answer({ is: "made" });
  } catch (error) {
    const { cause, message } = error as Error;
    if (error instanceof NotAnImage)
      answer({ is: "refused", reason: error.reason, detail: (cause as Error | undefined)?.message });
    else {
      process.stderr.write(`The image process failed: ${message}\n`);
      const { syscall, code } = error as NodeJS.ErrnoException;
      if (syscall) answer({ is: "failed", detail: message, code });
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
