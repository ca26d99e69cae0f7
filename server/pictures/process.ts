// Starts the process of a picture and passes on what it tells.
import { fork } from "node:child_process";
import type { PictureOutcome } from "../../app/features/media/file-job.server.ts";
import type { PictureTask, Progress } from "../../app/features/media/process.server.ts";
import { bareEnvironment } from "../../app/platform/config.server.ts";
import { folderAbove } from "../../app/platform/folder-above.server.ts";
import { type Answer, argumentOf, type Task } from "../channel.ts";

/** The pictures themselves are not in V8's memory. */
const MEMORY = ["--max-old-space-size=64", "--max-semi-space-size=1"];
/** By the clock on the wall, for a process that hangs; what it may work is counted in the process itself. */
const LONGEST_MS = 10 * 60_000;

/**
 * Works on a picture in a process of its own.
 * @param onProgress called with each part, in order
 * @param signal ends the process at once
 * @returns how it ended; it never rejects
 */
export function makeInOwnProcess(
  picture: PictureTask,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal | undefined,
): Promise<PictureOutcome> {
  const program = folderAbove(import.meta.filename.endsWith(".ts") ? "server/site.ts" : "server/site.js");
  const child = fork(program, [argumentOf("picture")], {
    execArgv: [...process.execArgv, ...MEMORY],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: bareEnvironment(),
  });
  const { promise, resolve } = Promise.withResolvers<PictureOutcome>();
  let outcome: PictureOutcome | undefined;
  const kill = () => child.kill("SIGKILL");
  const late = setTimeout(kill, LONGEST_MS);
  signal?.addEventListener("abort", kill);
  if (signal?.aborted) kill();
  child.on("message", (told: Answer) => {
    if (told.is === "progress") onProgress(told.progress);
    else if (told.is === "made" || told.is === "refused") outcome = told;
  });
  child.on("error", (error) => resolve({ is: "crashed", detail: error.message }));
  child.on("exit", (code, ended) => {
    clearTimeout(late);
    signal?.removeEventListener("abort", kill);
    resolve(outcome ?? { is: "crashed", detail: `it ended by itself (${ended ?? code})` });
  });
  if (child.connected) child.send({ do: "picture", picture } satisfies Task, () => {});
  return promise;
}
