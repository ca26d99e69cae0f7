// Any process can ask the first process for the metrics of all processes.
import { setTimeout as delay } from "node:timers/promises";
import { answer, onWord } from "../channel.ts";
import type { RestartedProcess } from "../child-processes.ts";
import { labeled, processFigures } from "./process-figures.ts";
import type { Sample } from "./samples.ts";

/**
 * A process that doesn't answer within this time is left out. Long enough for a busy machine, and short enough for
 * Prometheus, which usually waits 10 s.
 */
const ANSWER_MS = 2_000;

/** Collects the metrics of all processes, in the first process. */
export class Gatherer {
  readonly #living: () => [name: string, one: RestartedProcess][];
  #gathering: { samples: Sample[]; missing: Map<RestartedProcess, string>; end: () => void } | undefined;
  #asking: RestartedProcess[] = [];

  /** @param living returns the current processes, except this one */
  constructor(living: () => [name: string, one: RestartedProcess][]) {
    this.#living = living;
  }

  /** Sends the metrics of all processes to `asking`. */
  ask(asking: RestartedProcess) {
    this.#asking.push(asking);
    if (!this.#gathering) this.#gather();
  }

  /** Receives a process's metrics. */
  take(from: RestartedProcess, samples: Sample[]) {
    const name = this.#gathering?.missing.get(from);
    if (!this.#gathering || name === undefined) return;
    this.#gathering.samples.push(...labeled(samples, name));
    this.#gathering.missing.delete(from);
    if (!this.#gathering.missing.size) this.#gathering.end();
  }

  async #gather() {
    const { promise, resolve: end } = Promise.withResolvers<void>();
    const samples = labeled(processFigures(), "first");
    const missing = new Map(this.#living().map(([name, one]) => [one, name]));
    this.#gathering = { samples, missing, end };
    for (const one of missing.keys()) one.tell({ say: "count" });
    await Promise.race([promise, delay(ANSWER_MS, undefined, { ref: false })]);
    this.#gathering = undefined;
    for (const asking of this.#asking.splice(0)) asking.tell({ say: "counts", samples });
  }
}

/**
 * Sends this process's metrics to the first process whenever it asks for them.
 * @param own metrics besides memory and CPU time
 * @returns a function that returns the metrics of all processes, or only this one's if the first doesn't answer
 */
export function reportFigures(own: () => Sample[] = () => []): () => Promise<Sample[]> {
  const all = () => [...processFigures(), ...own()];
  let waiting: ((samples: Sample[]) => void)[] = [];
  onWord("count", () => answer({ is: "counts", samples: all() }));
  onWord("counts", ({ samples }) => {
    for (const give of waiting.splice(0)) give(samples);
  });
  return async () => {
    const given = new Promise<Sample[]>((resolve) => {
      waiting.push(resolve);
      answer({ is: "asking-counts" });
    });
    const late = delay(2 * ANSWER_MS, null, { ref: false });
    const samples = await Promise.race([given, late]);
    if (!samples) waiting = [];
    return samples ?? labeled(all(), "serving-1");
  };
}
