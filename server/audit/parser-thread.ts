// Starts the thread that parses what other websites sent, and ends it if a text is too much for it.
import { Worker } from "node:worker_threads";
import { folderAbove } from "../../app/platform/folder-above.server.ts";
import type { Readings, Task } from "./parse-worker.ts";

const TASK_MS = 2_000;
const LIMITS = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };

/** One thread, for the texts of one audit. */
export class ParserThread {
  #worker: Worker | null = null;
  /** settled when the thread is free for the next task */
  #free: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor() {
    this.#start();
  }

  /**
   * Parses a text, after those passed earlier.
   * @returns the result; null if the text can't be read, or takes longer than 2 s or too much memory
   */
  read<Read extends Task["read"]>(task: Extract<Task, { read: Read }>): Promise<Readings[Read] | null> {
    const reading = this.#free.then(() => this.#give(task) as Promise<Readings[Read] | null>);
    this.#free = reading;
    return reading;
  }

  /** Ends the thread; its current task returns null. */
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
      // The task it was running handles the thread's end.
      worker.on("error", () => {});
      worker.unref();
      this.#worker = worker;
    } catch {
      // There's no memory to start a thread, so nothing can be parsed.
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
      const late = setTimeout(exit, TASK_MS);
      worker.on("message", receive).on("exit", exit).on("messageerror", exit);
      worker.postMessage(task);
    });
  }
}
