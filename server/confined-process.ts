// Processes for untrusted input have no secrets, and limited memory and time.
import { fork } from "node:child_process";
import fs from "node:fs";
import { bareEnvironment } from "../app/platform/config.server.ts";
import { folderAbove } from "../app/platform/folder-above.server.ts";
import { type Answer, argumentOf, type Role, type Task, type Word } from "./channel.ts";

const LOOK_EVERY_MS = 100;

type Limits = {
  /** V8's heap in MB, without buffers. */
  heap: number;
  /** Wall-clock limit, for a process that hangs. */
  longestMs: number;
  signal: AbortSignal | undefined;
};

/**
 * Runs a task in its own process. Never rejects.
 * @param onWord called with each message and a reply function
 * @returns how the process ended, for the log
 */
export function runConfined(
  role: Role,
  task: Task,
  { heap, longestMs, signal }: Limits,
  onWord: (answer: Answer, reply: (word: Word) => void) => void,
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
  const reply = (word: Word) => void (child.connected && child.send(word, () => {}));
  child.on("message", (answer: Answer) => onWord(answer, reply));
  child.on("error", (error) => resolve(error.message));
  child.on("exit", (code, ended) => resolve(`it ended unexpectedly (${ended ?? code})`));
  if (child.connected) child.send(task, () => {});
  return promise.finally(() => {
    clearTimeout(late);
    signal?.removeEventListener("abort", kill);
  });
}

/**
 * Watches this process's resource use, because native code can only be interrupted by ending the process.
 * @param onTooMuch called once; must end the process
 * @returns a function that ends the watch
 */
export function watchOwn(most: { cpuSeconds: number; bytes: number }, onTooMuch: () => void): () => void {
  // If memory runs out, Linux should kill this process first.
  if (process.platform === "linux")
    fs.writeFile("/proc/self/oom_score_adj", "1000", () => {
      // The process also works without this.
    });
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage();
    if ((user + system) / 1e6 < most.cpuSeconds && process.memoryUsage.rss() < most.bytes) return;
    clearInterval(watch);
    onTooMuch();
  }, LOOK_EVERY_MS);
  return () => clearInterval(watch);
}
