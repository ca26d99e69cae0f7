// Stopping: one clean stop, however it is asked for and however often.
import type { Log } from "../app/platform/log.server.ts";

/** Thrown to leave a start halfway when it is to stop. */
export class StopAsked extends Error {}

/** Longest that one part may take to stop before the next one is stopped regardless. */
const PART_MS = 40_000;

/**
 * What a process has running, to be stopped in reverse order. Asked for by SIGINT, SIGTERM or SIGHUP, or by the
 * end of the process that started this one, seen as the end of the channel to it.
 */
export class Stop {
  readonly #parts: { name: string; stop: () => unknown }[] = [];
  readonly #asked = Promise.withResolvers<void>();
  readonly #log: Log;
  isAsked = false;
  exitCode = 0;

  constructor(log: Log) {
    this.#log = log;
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => this.ask());
    process.once("disconnect", () => this.ask());
    process.on("unhandledRejection", (error) => log.error({ err: error }, "A failure that nobody handled"));
    process.on("uncaughtException", (error) => {
      log.fatal({ err: error }, "A failure that nobody caught; stopping");
      this.ask(1);
    });
  }

  /** Asking again changes nothing: Ctrl-C in a terminal reaches every process, and each passes it on. */
  ask(exitCode = 0) {
    this.exitCode ||= exitCode;
    this.isAsked = true;
    this.#asked.resolve();
  }

  /** Resolves when a stop is asked for. */
  get asked(): Promise<void> {
    return this.#asked.promise;
  }

  /**
   * Remembers how to stop what has just been started.
   * @throws StopAsked if a stop has been asked for meanwhile, so that a start goes no further
   */
  add(name: string, stop: () => unknown) {
    this.#parts.push({ name, stop });
    if (this.isAsked) throw new StopAsked();
  }

  /** Stops everything, the last started first; a part that fails or hangs does not keep the others running. */
  async run() {
    this.isAsked = true;
    for (const { name, stop } of this.#parts.toReversed()) {
      const limit = Promise.withResolvers<never>();
      const timer = setTimeout(() => limit.reject(new Error(`took more than ${PART_MS / 1000} s`)), PART_MS);
      try {
        await Promise.race([stop(), limit.promise]);
      } catch (error) {
        this.exitCode ||= 1;
        this.#log.error({ err: error, part: name }, "A part did not stop cleanly");
      } finally {
        clearTimeout(timer);
      }
    }
  }
}
