import { isatty } from "node:tty";
import type { Log } from "../app/platform/log.server.ts";

/** Thrown to abort startup. */
export class StopRequested extends Error {}

/** After this time, the next part is stopped anyway. */
const PART_MS = 40_000;

/** Why a process stops: on request, because its parent process is gone, or after an error. */
type Reason = "asked" | "alone" | "fault";

/**
 * Stops a process's parts in reverse order. SIGINT, SIGTERM, SIGHUP (unless `onHangUp` handles it), an uncaught
 * exception and the end of the parent process request a stop.
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
    // A pager or log collector may close our output.
    for (const output of [process.stdout, process.stderr]) output.on("error", () => {});
    process.on("unhandledRejection", (error) => log.error({ err: error }, "Unhandled rejection"));
    process.on("uncaughtException", (error) => {
      log.fatal({ err: error }, "Uncaught exception; stopping");
      this.ask("fault");
    });
  }

  /** Requests a stop. Later reasons are ignored: after Ctrl-C, for example, the parent process ends too. */
  ask(reason: Reason = "asked") {
    if (reason === "fault") this.exitCode ||= 1;
    this.isAsked = true;
    this.#asked.resolve(reason);
  }

  /** Sets what SIGHUP does, unless it comes from a closed terminal. */
  onHangUp(then: () => void) {
    this.#onHangUp = then;
  }

  get asked(): Promise<Reason> {
    return this.#asked.promise;
  }

  /** Registers how to stop a part. Throws StopRequested if a stop was already requested. */
  add(name: string, stop: () => unknown) {
    this.#parts.push({ name, stop });
    if (this.isAsked) throw new StopRequested();
  }

  /** Stops all parts, even if some fail or hang. */
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
