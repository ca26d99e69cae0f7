// The image process: it works on one image at the lowest priority, and ends. Decoders parse untrusted files, so this
// process holds no secrets and no connections, and ends itself when an image takes too much.
import os from "node:os";
import { NotAnImage, processImage } from "../../app/features/media/process.server.ts";
import { answer, receiveTask } from "../channel.ts";
import { watchOwn } from "../confined-process.ts";
import type { Stop } from "../graceful-shutdown.ts";

/** CPU time: on a busy machine it may take much longer. */
const CPU_SECONDS = 60;
const MEMORY_BYTES = 1024 ** 3;

/** Processes the image that it's given, then asks the process to stop. */
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
      stop.exitCode = 1;
    }
  } finally {
    endWatch();
  }
  stop.ask();
}

function yieldToOthers() {
  try {
    os.setPriority(os.constants.priority.PRIORITY_LOW);
  } catch {
    // If that isn't allowed, it runs at normal priority.
  }
}
