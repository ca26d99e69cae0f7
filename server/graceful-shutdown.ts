// Stops a process cleanly and once, however and however often a stop is requested.
import { isatty } from "node:tty";
import type { Log } from "../app/platform/log.server.ts";

/** Thrown to leave a startup halfway when a stop was requested. */
export class StopRequested extends Error {}

/** How long one part may take to stop before the next one is stopped regardless. */
const PART_MS = 40_000;

/** Why a process stops: it was asked to, the process that started it is gone, or an error left its state unreliable. */
type Reason = "asked" | "alone" | "fault";

/**
 * The running parts of a process, to be stopped in reverse order. A stop is requested by SIGINT or SIGTERM, by SIGHUP
 * unless `onHangUp` was called, or when the parent process ends, which closes the channel to it.
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
    // If a reader of our output ends, such as a pager or a log collector, that's no reason to stop.
    for (const output of [process.stdout, process.stderr]) output.on("error", () => {});
    process.on("unhandledRejection", (error) => log.error({ err: error }, "Unhandled rejection"));
    process.on("uncaughtException", (error) => {
      log.fatal({ err: error }, "Uncaught exception; stopping");
      this.ask("fault");
    });
  }

  /** Requests a stop. The first reason counts: Ctrl-C in a terminal reaches every process, and each passes it on. */
  ask(reason: Reason = "asked") {
    if (reason === "fault") this.exitCode ||= 1;
    this.isAsked = true;
    this.#asked.resolve(reason);
  }

  /**
   * Sets what SIGHUP does instead of stopping. Closing a terminal sends SIGHUP too, and that still stops the process.
   */
  onHangUp(then: () => void) {
    this.#onHangUp = then;
  }

  /** Resolves with the reason when a stop is requested. */
  get asked(): Promise<Reason> {
    return this.#asked.promise;
  }

  /**
   * Registers how to stop a part that was just started.
   * @throws StopRequested if a stop was requested in the meantime, so that startup goes no further
   */
  add(name: string, stop: () => unknown) {
    this.#parts.push({ name, stop });
    if (this.isAsked) throw new StopRequested();
  }

  /** Stops all parts, the last started first; a part that fails or hangs doesn't keep the others running. */
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
