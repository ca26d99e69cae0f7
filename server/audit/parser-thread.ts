import { Worker } from "node:worker_threads";
import { folderAbove } from "../../app/platform/folder-above.server.ts";
import type { Readings, Task } from "./parse-worker.ts";

/** Time limit for one task. */
export const TASK_MS = 2_000;
const LIMITS = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };

/** Parses one audit's content in a thread, which is terminated if it uses too much time or memory. */
export class ParserThread {
  readonly #taskMs: number;
  #worker: Worker | null = null;
  #free: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(taskMs = TASK_MS) {
    this.#taskMs = taskMs;
    this.#start();
  }

  /** Parses content once earlier tasks are done. Returns null on an error, after the time limit, or if memory runs out. */
  read<Read extends Task["read"]>(task: Extract<Task, { read: Read }>): Promise<Readings[Read] | null> {
    const reading = this.#free.then(() => this.#give(task) as Promise<Readings[Read] | null>);
    this.#free = reading;
    return reading;
  }

  /** Ends the thread. Its current task and later ones return null. */
  close() {
    this.#isClosed = true;
    this.#end();
  }

  #start(): Worker | null {
    try {
      const file = import.meta.filename.endsWith(".ts")
        ? "server/audit/parse-worker.ts"
        : "server/audit-parse.js";
      const worker = new Worker(folderAbove(file), { env: {}, execArgv: [], resourceLimits: LIMITS });
      // The current task handles the thread's exit.
      worker.on("error", () => {});
      worker.unref();
      this.#worker = worker;
    } catch {
      // There isn't enough memory for a thread.
      this.#worker = null;
    }
    return this.#worker;
  }

  #end() {
    this.#worker?.terminate().catch(() => {});
    this.#worker = null;
  }

  #give(task: Task): Promise<Readings[keyof Readings] | null> {
    const worker = this.#isClosed ? null : (this.#worker ?? this.#start());
    if (!worker) return Promise.resolve(null);
    return new Promise((resolve) => {
      const settle = (reading: Readings[keyof Readings] | null, isOver: boolean) => {
        clearTimeout(late);
        worker.off("message", receive).off("exit", exit).off("messageerror", exit);
        if (isOver && this.#worker === worker) this.#end();
        resolve(reading);
      };
      const receive = (reading: Readings[keyof Readings] | null) => settle(reading, false);
      const exit = () => settle(null, true);
      const late = setTimeout(exit, this.#taskMs);
      worker.on("message", receive).on("exit", exit).on("messageerror", exit);
      worker.postMessage(task);
    });
  }
}
