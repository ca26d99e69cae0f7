// Processes that read what strangers may have made: nothing secret in their environment, and an end to the memory and
// the time that they take. A fault or a crash in one of them ends nothing else.
import { fork } from "node:child_process";
import fs from "node:fs";
import { bareEnvironment } from "../app/platform/config.server.ts";
import { folderAbove } from "../app/platform/folder-above.server.ts";
import { type Answer, argumentOf, type Role, type Task } from "./channel.ts";

const LOOK_EVERY_MS = 100;

type Limits = {
  /** of V8's heap, in MB; buffers are not in it */
  heap: number;
  /** by the clock on the wall, for a process that hangs */
  longestMs: number;
  /** ends the process at once */
  signal: AbortSignal | undefined;
};

/**
 * Does a task in a process of its own.
 * @param onWord called with each of its messages, in order
 * @returns how it ended, for the log, once it has; it never rejects
 */
export function runConfined(
  role: Role,
  task: Task,
  { heap, longestMs, signal }: Limits,
  onWord: (told: Answer) => void,
): Promise<string> {
  const program = folderAbove(import.meta.filename.endsWith(".ts") ? "server/site.ts" : "server/site.js");
  const child = fork(program, [argumentOf(role)], {
    execArgv: [...process.execArgv, `--max-old-space-size=${heap}`, "--max-semi-space-size=1"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: bareEnvironment(),
  });
  const { promise, resolve } = Promise.withResolvers<string>();
  const kill = () => child.kill("SIGKILL");
  const late = setTimeout(kill, longestMs);
  signal?.addEventListener("abort", kill);
  if (signal?.aborted) kill();
  child.on("message", onWord);
  child.on("error", (error) => resolve(error.message));
  child.on("exit", (code, ended) => resolve(`it ended unexpectedly (${ended ?? code})`));
  if (child.connected) child.send(task, () => {});
  return promise.finally(() => {
    clearTimeout(late);
    signal?.removeEventListener("abort", kill);
  });
}

/**
 * In the process itself: watches what it takes, since work in native code can only be broken off with the process.
 * @param onTooMuch called once; it is to end the process
 * @returns ends the watch
 */
export function watchOwn(most: { cpuSeconds: number; bytes: number }, onTooMuch: () => void): () => void {
  // When the machine runs out of memory, Linux is to take it from here.
  if (process.platform === "linux")
    fs.writeFile("/proc/self/oom_score_adj", "1000", () => {
      // If that is not allowed, it competes as an equal.
    });
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage();
    if ((user + system) / 1e6 < most.cpuSeconds && process.memoryUsage.rss() < most.bytes) return;
    clearInterval(watch);
    onTooMuch();
  }, LOOK_EVERY_MS);
  return () => clearInterval(watch);
}
