// Stopping: one clean stop, however it is asked for and however often.
import { isatty } from "node:tty";
import type { Log } from "../app/platform/log.server.ts";

/** Thrown to leave a start halfway when it is to stop. */
export class StopRequested extends Error {}

/** Longest that one part may take to stop before the next one is stopped regardless. */
const PART_MS = 40_000;

/**
 * Why a process stops: it was asked to, the process that started it is gone, or it had a fault after which nothing
 * that it holds can be relied on.
 */
type Reason = "asked" | "alone" | "fault";

/**
 * What a process has running, to be stopped in reverse order. Asked for by SIGINT or SIGTERM, by SIGHUP where nothing
 * else has been said of it, or by the end of the process that started this one, seen as the end of the channel to it.
 */
export class Stop {
  readonly #parts: { name: string; stop: () => unknown }[] = [];
  readonly #asked = Promise.withResolvers<Reason>();
  readonly #log: Log;
  #onHangUp: (() => void) | undefined;
  isAsked = false;
  exitCode = 0;

  constructor(log: Log) {
    this.#log = log;
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => this.ask());
    process.on("SIGHUP", () => (this.#onHangUp && !hasTerminal() ? this.#onHangUp() : this.ask()));
    process.once("disconnect", () => this.ask("alone"));
    // A reader of the output that ends, such as a pager or a log collector, is no reason to stop.
    for (const output of [process.stdout, process.stderr]) output.on("error", () => {});
    process.on("unhandledRejection", (error) => log.error({ err: error }, "Unhandled rejection"));
    process.on("uncaughtException", (error) => {
      log.fatal({ err: error }, "Uncaught exception; stopping");
      this.ask("fault");
    });
  }

  /** The first reason holds: Ctrl-C in a terminal reaches every process, and each passes it on. */
  ask(reason: Reason = "asked") {
    if (reason === "fault") this.exitCode ||= 1;
    this.isAsked = true;
    this.#asked.resolve(reason);
  }

  /** Says what SIGHUP does instead of a stop. A terminal that is closed sends it too, and then it is one. */
  onHangUp(then: () => void) {
    this.#onHangUp = then;
  }

  /** Resolves when a stop is asked for, with the reason. */
  get asked(): Promise<Reason> {
    return this.#asked.promise;
  }

  /**
   * Remembers how to stop what has just been started.
   * @throws StopRequested if a stop has been asked for meanwhile, so that a start goes no further
   */
  add(name: string, stop: () => unknown) {
    this.#parts.push({ name, stop });
    if (this.isAsked) throw new StopRequested();
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
        this.#log.error({ err: error, part: name }, "A part didn't stop cleanly");
      } finally {
        clearTimeout(timer);
      }
    }
  }
}

const hasTerminal = () => [0, 1, 2].some((output) => isatty(output));
